import { mkdir, mkdtemp, readdir, rename, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { lockFolder } from '../machine/folder-lock.ts'
import { MachineError } from '../machine/machine-error.ts'
import { plainSettings } from '../settings/plain-settings.test.support.ts'
import { prepareFolder, writeReport } from './write-report.ts'

let folder = ''
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'oc-write-'))
})
afterAll(() => rm(folder, { recursive: true }))

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
    await expect(written).rejects.toThrow('was replaced by a link to another folder during the run')
    await expect(written).rejects.toBeInstanceOf(MachineError)
    expect(await readdir(other)).toEqual([])
    await unlock()
  },
)
