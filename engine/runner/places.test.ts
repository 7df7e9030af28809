import { expect, test } from 'vitest'
import { createPlaces } from './places.ts'

const resting = { restsAfterMs: 0, rest: () => undefined }

const settle = () => new Promise(resolve => setImmediate(resolve))

/** Places of checks; `log` records which check continues, and which leaves its place. */
const placesOf = (...ids: string[]) => {
  const places = createPlaces(ids)
  const log: string[] = []
  const waits = (id: string) => {
    const place = places.placeOf(id, { ...resting, leave: () => void log.push(`${id} leaves`) })
    void place.othersEnded().then(() => log.push(`${id} continues`))
    return place
  }
  return { places, log, waits }
}

test('a check waits until all others have ended', async () => {
  const { places, log, waits } = placesOf('a', 'b', 'c')
  waits('a')
  places.ended('b')
  await settle()
  expect(log).toEqual(['a leaves'])
  places.ended('c')
  await settle()
  expect(log).toEqual(['a leaves', 'a continues'])
})

test('checks that wait for the end do not wait for one another', async () => {
  const { log, waits } = placesOf('a', 'b')
  waits('a')
  waits('b')
  await settle()
  expect(log).toEqual(['a leaves', 'b leaves', 'a continues', 'b continues'])
})

test('a check that continued may wait again, for those that continued with it', async () => {
  const { places, log, waits } = placesOf('a', 'b')
  waits('a')
  waits('b')
  await settle()
  log.length = 0
  waits('a')
  await settle()
  expect(log).toEqual(['a leaves'])
  places.ended('b')
  await settle()
  expect(log).toEqual(['a leaves', 'a continues'])
})

test('checks that wait for all others to end continue last, one by one', async () => {
  const { places, log, waits } = placesOf('a', 'b', 'c')
  for (const id of ['a', 'b'])
    void places
      .placeOf(id, { ...resting, leave: () => undefined })
      .allEnded()
      .then(() => log.push(`${id} continues`))
  waits('c')
  await settle()
  expect(log).toEqual(['c leaves', 'c continues'])
  places.ended('c')
  await settle()
  expect(log.slice(2)).toEqual(['a continues'])
  places.ended('a')
  await settle()
  expect(log.slice(2)).toEqual(['a continues', 'b continues'])
})

test('a check that continued last waits for the others of its kind before it reviews the run', async () => {
  const { places, log, waits } = placesOf('a', 'b')
  const last = (id: string) =>
    places
      .placeOf(id, { ...resting, leave: () => undefined })
      .allEnded()
      .then(() => log.push(`${id} moves`))
  void last('a')
  void last('b')
  await settle()
  waits('a')
  await settle()
  expect(log).toEqual(['a moves', 'a leaves', 'b moves'])
  waits('b')
  await settle()
  expect(log.slice(3)).toEqual(['b leaves', 'a continues', 'b continues'])
})

test('two waits of one check end together', async () => {
  const { places, log, waits } = placesOf('a', 'b')
  waits('a')
  waits('a')
  places.ended('b')
  await settle()
  expect(log.filter(entry => entry === 'a continues')).toHaveLength(2)
})

test('nothing waits for work in a check that has ended', async () => {
  const { places, log, waits } = placesOf('a', 'b')
  places.ended('a')
  waits('a')
  waits('b')
  await settle()
  expect(log).toEqual(['b leaves', 'b continues'])
  places.ended('b')
  expect(log).toEqual(['b leaves', 'b continues'])
})
