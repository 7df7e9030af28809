import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { findPackage, placesOf } from './optional-package.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'packages-'))
  const installed = join(folder, 'node_modules', 'oc-optional')
  await mkdir(installed, { recursive: true })
  await mkdir(join(folder, 'below'))
  await writeFile(join(installed, 'package.json'), JSON.stringify({ name: 'oc-optional', main: 'a.js' }))
  await writeFile(join(installed, 'a.js'), 'exports.value = 1')
})
afterAll(() => rm(folder, { recursive: true }))

test('a package is found in a folder of the caller, and loaded from there', () => {
  expect(findPackage('oc-optional', [])).toBeUndefined()
  const found = findPackage('oc-optional', ['/nowhere', join(folder, 'below')])
  expect(found?.isOwn).toBe(false)
  expect(found?.load()).toEqual({ value: 1 })
})

test('the package of the program is preferred', () => {
  expect(findPackage('ajv', [folder])).toMatchObject({ isOwn: true })
})

test('a message names every folder once', () => {
  expect(placesOf([folder, folder])).toBe(`from ${import.meta.dirname}, from ${folder}`)
})
