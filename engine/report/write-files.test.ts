import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, readFile, rename, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { writeSignedReport } from '../certificate/signed-report.test.support.ts'
import { lockFolder } from '../machine/folder-lock.ts'
import { MachineError } from '../machine/machine-error.ts'
import { plainSettings } from '../settings/plain-settings.test.support.ts'
import { writeParts } from './write-files.ts'
import { prepareFolder, writeReport } from './write-report.ts'

let folder = ''
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'oc-write-'))
})
afterAll(() => rm(folder, { recursive: true }))

test('a text is written in parts, each whole', async () => {
  const parts = Array.from({ length: 40 }, (_, index) => String(index % 10).repeat(100_000))
  const path = join(folder, 'parts')
  await writeParts(path, parts)
  expect((await readFile(path, 'utf8')) === parts.join('')).toBe(true)
})

test.skipIf(process.platform === 'win32')(
  'a folder that a link replaces during a run is not written through',
  async () => {
    const reportDir = join(folder, 'replaced')
    const other = join(folder, 'other')
    const unlock = await lockFolder(reportDir)
    await prepareFolder(reportDir)
    await mkdir(other)
    await rename(reportDir, `${reportDir}-before`)
    await symlink(other, reportDir)
    const run = { results: [], interrupted: true, checks: [] }
    const written = writeReport({ ...plainSettings, reportDir }, run, new Date())
    await expect(written).rejects.toThrow('was replaced by a link to another one during the run')
    await expect(written).rejects.toBeInstanceOf(MachineError)
    expect(await readdir(other)).toEqual([])
    await unlock()
  },
)

describe.skipIf(!existsSync('/dev/full'))('where there is no room', () => {
  test('the evidence makes way, and the report says so', async () => {
    const reportDir = join(folder, 'run')
    await writeSignedReport(reportDir, { role: 'kyc' })
    await rm(join(reportDir, 'report.html'))
    await symlink('/dev/full', join(reportDir, 'report.html'))
    const done = await writeSignedReport(reportDir, { role: 'kyc' })
    expect(done.exitCode).toBe(3)
    expect(done.trouble).toBeInstanceOf(MachineError)
    expect(done.trouble?.message).toContain('there is no room left on the disk (ENOSPC)')
    const report = JSON.parse(await readFile(join(reportDir, 'report.json'), 'utf8'))
    expect(report).toEqual(JSON.parse(JSON.stringify(done.report)))
    expect(report).toMatchObject({ verdict: 'incomplete', run: { interrupted: true, requests: 0 } })
    expect(await readFile(join(reportDir, 'exchanges.ndjson'), 'utf8')).toBe('')
    expect(await readFile(join(reportDir, 'report.html'), 'utf8')).toContain('</html>')
  })
})
