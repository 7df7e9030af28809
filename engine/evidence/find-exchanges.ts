import { closeSync, constants, openSync, readSync } from 'node:fs'
import type { Exchange } from '../../harness/http/exchange.ts'
import type { Exchanges } from '../../reports/exchange.ts'
import { type Place, scanEvidence } from './evidence.ts'

/** Reads all evidence of a run, and remembers the positions of the `wanted` exchanges; `find` reads one on demand. */
export const findExchanges = async (
  file: string,
  wanted: Pick<ReadonlySet<string>, 'has'>,
  onExchange: (exchange: Exchange) => void = () => undefined,
) => {
  const places = new Map<string, Place>()
  const totals = await scanEvidence(file, (exchange, place) => {
    onExchange(exchange)
    if (wanted.has(exchange.id)) places.set(exchange.id, place)
  })
  const exchanges: Exchanges = {
    get: id => {
      const place = places.get(id)
      return place && (JSON.parse(textAt(file, place)) as Exchange)
    },
  }
  return { ...totals, exchanges }
}

const textAt = (path: string, { start, length }: Place): string => {
  const file = openSync(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0))
  try {
    const bytes = Buffer.alloc(length)
    readSync(file, bytes, 0, length, start)
    return bytes.toString()
  } finally {
    closeSync(file)
  }
}
