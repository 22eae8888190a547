// Measures what a JavaScript program would use, in a warm V8, and prints one JSON object: NAME/WHO -> {ns, bytes, value}.
// The texts are strings already, so that decoding UTF-8 costs nothing here.
// usage: node measure.mjs FOLDER-OF-REPLIES FOLDER-WITH-node_modules
import { readdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join, resolve } from 'node:path'
import { performance } from 'node:perf_hooks'

const [replies, packages] = process.argv.slice(2)
const { jsonrepair } = createRequire(join(resolve(packages), 'package.json'))('jsonrepair')

// The first object that closes: one pass, no allocation, quotes and backslashes followed inside the braces only.
function scanner(text) {
  const start = text.indexOf('{')
  if (start < 0) return undefined
  let depth = 0
  let inString = false
  for (let i = start; i < text.length; i++) {
    const c = text.charCodeAt(i)
    if (inString) {
      if (c === 92) i++
      else if (c === 34) inString = false
    } else if (c === 34) {
      inString = true
    } else if (c === 123) {
      depth++
    } else if (c === 125 && --depth === 0) {
      return JSON.parse(text.slice(start, i + 1))
    }
  }
  return undefined
}

const greedy = (text) => {
  const found = /\{[\s\S]*\}/.exec(text)
  return found ? JSON.parse(found[0]) : undefined
}

const repair = (text) => JSON.parse(jsonrepair(text))

const isObject = (value) => typeof value === 'object' && value !== null && !Array.isArray(value)

function attempt(read, text) {
  try {
    return isObject(read(text))
  } catch {
    return false
  }
}

// Nanoseconds that `work` takes: the less of elapsed time and the process's CPU time, so that neither other programs nor
// V8's own threads count against it.
function timed(work) {
  const cpu = process.cpuUsage()
  const begin = performance.now()
  work()
  const elapsed = (performance.now() - begin) * 1e6
  const { user, system } = process.cpuUsage(cpu)
  return elapsed < 1e6 ? elapsed : Math.min(elapsed, (user + system) * 1e3)
}

const once = (read, text) => timed(() => attempt(read, text))
const middle = (times) => times.sort((a, b) => a - b)[times.length >> 1]

// The median of 9 times, each over enough calls to fill 20 ms, after a warm-up of 200 ms; of what takes long, of 3 calls.
function measure(read, text) {
  const first = once(read, text)
  if (first > 1e9) return middle([first, once(read, text), once(read, text)])
  for (const end = performance.now() + 200; performance.now() < end; ) attempt(read, text)
  const calls = Math.max(1, Math.round(20e6 / once(read, text)))
  const run = () => {
    for (let i = 0; i < calls; i++) attempt(read, text)
  }
  return middle(Array.from({ length: 9 }, () => timed(run) / calls))
}

const results = {}
for (const file of readdirSync(replies).filter((name) => name.endsWith('.txt')).sort()) {
  const bytes = readFileSync(join(replies, file))
  const text = bytes.toString('utf8')
  const name = file.slice(0, -4).replaceAll('-', '/')
  const peers = { v8_scanner: scanner, v8_greedy: greedy }
  if (!name.startsWith('unclosed')) peers.jsonrepair = repair
  for (const [who, read] of Object.entries(peers)) {
    results[`${name}/${who}`] = { ns: measure(read, text), bytes: bytes.length, value: attempt(read, text) }
  }
}
console.log(JSON.stringify({ version: `node ${process.version}`, results }, null, 1))
