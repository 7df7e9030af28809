import { readdir, readFile } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'

/** A profile as V8 writes it; times in microseconds of the machine's monotonic clock. */
type CpuProfile = {
  nodes: { id: number; callFrame: { functionName: string; url: string } }[]
  startTime: number
  samples: number[]
  timeDeltas: number[]
}

/** The activity of a thread: stretches of time in milliseconds since 1970, each with the room or package that was running. */
export type Thread = { name: string; stretches: { from: number; ms: number; where: string }[] }

/** The place of an idle thread. */
const idle = '(idle)'

const root = fileURLToPath(new URL('../..', import.meta.url))

/** Returns where code belongs: the room of our own code, the package of a dependency, or V8's and Node's name for internal work. */
const placeOf = ({ functionName, url }: { functionName: string; url: string }): string => {
  const [, inPackage] = /.*node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(url) ?? []
  if (inPackage !== undefined) return inPackage
  if (url.startsWith('file:')) return `${relative(root, fileURLToPath(url)).split('/')[0] ?? ''}/`
  if (url.startsWith('wasm:')) return '(WebAssembly)'
  if (functionName.startsWith('(')) return functionName
  return url.startsWith('node:') ? '(node)' : '(native)'
}

/** Reads the profiles of a folder, the main thread first; `epochMs`: the zero of the monotonic clock, since 1970. */
export const readProfiles = async (folder: string, epochMs: number): Promise<Thread[]> => {
  const files = (await readdir(folder)).filter(file => file.endsWith('.cpuprofile'))
  // Node calls them CPU.{date}.{time}.{process}.{thread}.{number}.cpuprofile.
  const threadOf = (file: string) => Number(file.split('.')[4])
  return Promise.all(
    files
      .toSorted((a, b) => threadOf(a) - threadOf(b))
      .map(async file => ({
        name: threadOf(file) === 0 ? 'main' : `worker ${threadOf(file)}`,
        stretches: stretchesOf(JSON.parse(await readFile(join(folder, file), 'utf8')) as CpuProfile, epochMs),
      })),
  )
}

const stretchesOf = ({ nodes, startTime, samples, timeDeltas }: CpuProfile, epochMs: number): Thread['stretches'] => {
  const places = new Map(nodes.map(({ id, callFrame }) => [id, placeOf(callFrame)]))
  let at = startTime / 1_000 + epochMs
  // A delta is the time since the previous sample, so it belongs to that one.
  return samples.map((sample, index) => {
    at += (timeDeltas[index] ?? 0) / 1_000
    return { from: at, ms: Math.max(0, (timeDeltas[index + 1] ?? 0) / 1_000), where: places.get(sample) ?? '' }
  })
}

/** Returns the milliseconds that threads worked between two moments, by place, the longest first. */
export const workOf = (thread: Thread, from: number, until: number): Map<string, number> => {
  const work = new Map<string, number>()
  for (const stretch of thread.stretches)
    if (stretch.where !== idle && stretch.from >= from && stretch.from < until)
      work.set(stretch.where, (work.get(stretch.where) ?? 0) + stretch.ms)
  return work
}

/** Returns the milliseconds between two moments during which no thread worked. */
export const waitingOf = (threads: readonly Thread[], from: number, until: number): number => {
  const busy = new Float64Array(Math.max(1, Math.ceil(until - from)))
  for (const { stretches } of threads)
    for (const stretch of stretches) if (stretch.where !== idle) spread(busy, stretch.from - from, stretch.ms)
  return busy.reduce((waited, ms) => waited + Math.max(0, 1 - ms), 0)
}

/** Adds a stretch to the milliseconds that it lies in. */
const spread = (busy: Float64Array, start: number, ms: number): void => {
  const end = Math.min(start + ms, busy.length)
  for (let at = Math.max(0, start); at < end; ) {
    const next = Math.min(Math.floor(at) + 1, end)
    const bin = Math.floor(at)
    busy[bin] = (busy[bin] ?? 0) + next - at
    at = next
  }
}
