import { expect, test } from 'vitest'
import { createPatience } from './notification-patience.ts'
import { waits } from './patience.ts'

test('a required notification gets the full time, regardless of the others', () => {
  const patience = createPatience(60_000)
  patience.came(10)
  expect(patience.notificationMs).toBe(60_000)
})

test('one that decides nothing gets three times the slowest so far, within the bounds', () => {
  const patience = createPatience(60_000)
  expect(patience.usualMs).toBe(60_000)
  patience.came(10)
  expect(patience.usualMs).toBe(waits.usualNotification.ms)
  patience.came(9_000)
  patience.came(20)
  expect(patience.usualMs).toBe(27_000)
  patience.came(40_000)
  expect(patience.usualMs).toBe(60_000)
})

test('after three that did not arrive in the full time, the harness only waits the usual time', () => {
  const patience = createPatience(60_000)
  for (let count = 0; count < 3; count++) {
    expect(patience.notificationMs).toBe(60_000)
    patience.missed(60_000)
    patience.came(10)
  }
  expect([patience.notificationMs, patience.usualMs]).toEqual([1_000, 1_000])
  patience.came(5_000)
  expect(patience.notificationMs).toBe(15_000)
})

test('one that arrives after it was given up no longer counts as missing, and raises the slowest time', () => {
  const patience = createPatience(5_000)
  for (let count = 0; count < 3; count++) patience.missed(5_000)
  patience.came(7_000)
  expect([patience.notificationMs, patience.usualMs]).toEqual([5_000, 5_000])
})

test('a short wait without success says nothing about the others', () => {
  const patience = createPatience(60_000)
  for (let count = 0; count < 3; count++) patience.missed(1_000)
  expect(patience.notificationMs).toBe(60_000)
})

test('one that a later notification may have overtaken gets three times the slowest so far, within a range', () => {
  const { least, most } = waits.overtaking.ms
  const patience = createPatience(60_000)
  expect(patience.overtakingMs).toBe(most)
  const afterSlowest = (ms: number) => {
    patience.came(ms)
    return patience.overtakingMs
  }
  expect([10, 100, 9_000].map(afterSlowest)).toEqual([least, 300, most])
})

test('a response that must not be delayed indefinitely gets as long as a notification, within a range', () => {
  expect([5_000, 20_000, 60_000].map(ms => createPatience(ms).boundedMs)).toEqual([15_000, 20_000, 30_000])
})
