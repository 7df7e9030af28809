import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { writeSignedReport } from '../certificate/signed-report.test.support.ts'
import { MachineError } from '../machine/machine-error.ts'
import { putInPlace } from '../machine/write-whole.ts'

vi.mock('../machine/write-whole.ts', async original => {
  const found = await original<typeof import('../machine/write-whole.ts')>()
  return { ...found, putInPlace: vi.fn(found.putInPlace) }
})

let folder = ''
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'oc-room-'))
})
afterAll(() => rm(folder, { recursive: true }))

test('if there is no room for the page, the evidence is dropped, and the report says so', async () => {
  const full = Object.assign(new Error('no space left'), { code: 'ENOSPC', syscall: 'write' })
  const place = vi.mocked(putInPlace).getMockImplementation()
  let isFull = true
  vi.mocked(putInPlace).mockImplementation(async (path, ...given) => {
    if (isFull && path.endsWith('.html')) {
      isFull = false
      throw full
    }
    return place?.(path, ...given)
  })
  const done = await writeSignedReport(folder, { role: 'kyc' })
  expect(done.exitCode).toBe(3)
  expect(done.trouble).toBeInstanceOf(MachineError)
  expect(done.trouble?.message).toContain('there is no room left on the disk (ENOSPC)')
  const report = JSON.parse(await readFile(join(folder, 'report.json'), 'utf8'))
  expect(report).toEqual(JSON.parse(JSON.stringify(done.report)))
  expect(report).toMatchObject({ verdict: 'incomplete', run: { interrupted: true, requests: 0 } })
  expect(await readFile(join(folder, 'exchanges.ndjson'), 'utf8')).toBe('')
  expect(await readFile(join(folder, 'report.html'), 'utf8')).toContain('</html>')
})
