import { expect, test } from 'vitest'
import { hasName, hasOcid } from './requester-name.ts'

test.each([
  ['Red Shop asks', true],
  ['R e d S h o p OCID 7 0 0 1 asks', true],
  ['Red Ship asks', false],
])('the name of a requester is in: %s', (page, is) => {
  expect(hasName(page, 'Red Shop')).toBe(is)
})

test.each([
  ['OCID 7001 asks', true],
  ['OCID 7 0 0 1 asks', true],
  ['OCID 00007001 asks', true],
  ['OCID 70 01 asks', true],
  ['OCID 0000-7001 asks', true],
  ['OCID ٧٠٠١ asks', true],
  ['Step 1 7001 asks', true],
  ['Step 1 0000 7001 asks', true],
  ['OCID 17001 asks', false],
  ['OCID 70010 asks', false],
  ['OCID 1 7 0 0 1 asks', false],
])('the OCID of a requester is in: %s', (page, is) => {
  expect(hasOcid(page, 7001)).toBe(is)
})
