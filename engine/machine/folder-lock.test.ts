import { spawn } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { lockFolder } from './folder-lock.ts'

/** In a folder for all users, no user can move another's files. */
const moving = vi.hoisted(() => ({ isRefused: false }))
vi.mock(import('node:fs/promises'), async original => {
  const real = await original()
  const refusal = () => Promise.reject(Object.assign(new Error('not moved'), { code: 'EPERM', syscall: 'rename' }))
  return { ...real, rename: (from, to) => (moving.isRefused ? refusal() : real.rename(from, to)) }
})

let top = ''
beforeAll(async () => {
  top = await mkdtemp(join(tmpdir(), 'oc-lock-'))
})
afterAll(() => rm(top, { recursive: true }))

const module = new URL('./folder-lock.ts', import.meta.url).href

/** Locks a folder in another process, which then waits to be killed; resolves to its output. */
const lockElsewhere = (folder: string) => {
  const script = `const { lockFolder } = await import(${JSON.stringify(module)})
    await lockFolder(process.argv[1]).then(() => console.log('locked'), error => console.log(error.message))
    setInterval(() => {}, 1e6)`
  const child = spawn(process.execPath, ['--input-type=module', '-e', script, folder])
  const said = new Promise<string>(resolve => child.stdout.once('data', (text: Buffer) => resolve(String(text).trim())))
  const kill = () => {
    const ended = new Promise(resolve => child.once('exit', resolve))
    child.kill('SIGKILL')
    return ended
  }
  return { said, kill, pid: child.pid }
}

const lockOf = (folder: string) => join(folder, '.oc-conformance.lock')

describe('the lock of a report folder', () => {
  test('keeps another process out, and names the owner', async () => {
    const folder = join(top, 'held', 'below')
    const holder = lockElsewhere(folder)
    expect(await holder.said).toBe('locked')
    await expect(lockFolder(folder)).rejects.toMatchObject({
      name: 'UsageError',
      message: expect.stringContaining(`another run is writing to ${folder}: process ${holder.pid} on `),
      remedy: expect.stringContaining('--report'),
    })
    await holder.kill()
  })

  test('does not outlive its process', async () => {
    const folder = join(top, 'killed')
    const holder = lockElsewhere(folder)
    expect(await holder.said).toBe('locked')
    await holder.kill()
    const unlock = await lockFolder(folder)
    expect(JSON.parse(await readFile(lockOf(folder), 'utf8')).pid).toBe(process.pid)
    await unlock()
    await expect(readFile(lockOf(folder))).rejects.toThrow('ENOENT')
  })

  test('is taken by one of several processes that find it abandoned', async () => {
    const folder = join(top, 'several')
    const holder = lockElsewhere(folder)
    await holder.said
    await holder.kill()
    const others = Array.from({ length: 4 }, () => lockElsewhere(folder))
    const said = await Promise.all(others.map(other => other.said))
    expect(said.filter(text => text === 'locked')).toHaveLength(1)
    await Promise.all(others.map(other => other.kill()))
  })

  test('of another machine counts only as long as it gives signs of life', async () => {
    const folder = join(top, 'elsewhere')
    const unlock = await lockFolder(folder)
    await unlock()
    const elsewhere = { token: 'a', pid: 1, began: '1', machine: 'elsewhere', host: 'ci-7', since: 'then' }
    await writeFile(lockOf(folder), JSON.stringify(elsewhere))
    const signs = setInterval(() => void writeFile(lockOf(folder), JSON.stringify(elsewhere)), 100)
    await expect(lockFolder(folder)).rejects.toThrow('process 1 on ci-7, since then')
    clearInterval(signs)
    await (await lockFolder(folder))()
  })

  test('that may not be renamed is an invalid configuration', { timeout: 20_000 }, async () => {
    const folder = join(top, 'of-another-user')
    await (await lockFolder(folder))()
    await writeFile(lockOf(folder), '')
    moving.isRefused = true
    const locked = lockFolder(folder)
    await expect(locked).rejects.toMatchObject({ name: 'UsageError', remedy: 'Give --report another folder.' })
    moving.isRefused = false
  })

  test.each(['', 'no JSON', '{"pid":-1}'])('that was truncated does not keep a run out: %j', async text => {
    const folder = join(top, `cut-${text.length}`)
    await (await lockFolder(folder))()
    await writeFile(lockOf(folder), text)
    await (await lockFolder(folder))()
  })
})
