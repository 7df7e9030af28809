import { entryOf } from '../../../protocol/json/any-json.ts'
import { UsageError } from '../usage-error.ts'

/** Reads the text of an option; `expected` completes the sentence "Expected …". */
export type Reader<T> = { expected: string; read: (text: string) => T | undefined }

/** Reads an option. `source`: its name for the user, such as `--seed`, `OC_CONFORMANCE_SEED` or `counterpart.listen`. */
export const readOption = <T>(reader: Reader<T>, text: string, source: string): T => {
  const value = reader.read(text)
  if (value === undefined) throw new UsageError(`${source} cannot be ${quoted(text)}.`, `Expected ${reader.expected}.`)
  return value
}

/** Quotes a string for a message: on one line, at most 80 characters, without a password in an address. */
export const quoted = (text: string): string => {
  const shown = text.replace(/\/\/[^/@\s]*@/, '//…@')
  return JSON.stringify(shown.length > 80 ? `${shown.slice(0, 80)}…` : shown)
}

/** The longest timer in milliseconds; a longer one would fire immediately. */
const longestTimer = 2 ** 31 - 1

const units: Record<string, number> = { ms: 1, s: 1_000, m: 60_000, h: 3_600_000 }

/** A length of time in milliseconds: 500ms, 30s, 5m, 1.5h. */
export const duration: Reader<number> = {
  expected: 'a duration such as 30s, 5m or 1h',
  read: text => {
    const [, number, unit = ''] = /^(\d{1,9}(?:\.\d{1,3})?)(ms|s|m|h)$/.exec(text) ?? []
    const ms = Math.round(Number(number) * (entryOf(units, unit) ?? 0))
    return ms > 0 && ms <= longestTimer ? ms : undefined
  },
}

/** An integer in decimal digits, from one bound to another, both included. */
export const integer = (from: number, to: number, what = 'a whole number'): Reader<number> => ({
  expected: `${what} from ${from} to ${to}`,
  read: text => (/^\d{1,15}$/.test(text) && Number(text) >= from && Number(text) <= to ? Number(text) : undefined),
})

/** A seed of fast-check: 31 bits. */
export const seed = integer(0, 2 ** 31 - 1)

/** Milliseconds, no longer than a timer can wait. */
export const timeout = integer(1, longestTimer, 'milliseconds, a whole number')

/** An OCID that a JSON number represents exactly. */
export const ocid = integer(1, Number.MAX_SAFE_INTEGER, 'an OCID, a whole number')

/** The number of processes of a run. */
export const workers = integer(1, 64, 'processes, a whole number')

/** Requests per second; a fraction means less than one. */
export const rate: Reader<number> = {
  expected: 'requests per second, a number above 0 such as 20 or 0.5',
  read: text => (/^\d{1,6}(\.\d{1,3})?$/.test(text) && Number(text) > 0 ? Number(text) : undefined),
}

/** A share in percent, from 0 to 1. */
export const percent: Reader<number> = {
  expected: 'a share in percent such as 1% or 0.5%',
  read: text => {
    const [, number] = /^(\d{1,3}(?:\.\d{1,3})?)%$/.exec(text) ?? []
    const share = Number(number) / 100
    return share >= 0 && share <= 1 ? share : undefined
  },
}

/** Reads one of these words. */
export const oneOf = <const T extends string>(...choices: readonly T[]): Reader<T> => ({
  expected: `one of ${choices.join(', ')}`,
  read: text => choices.find(choice => choice === text),
})

/** An absolute http(s) address without user, query and fragment; a final slash is removed. */
export const baseUrl: Reader<string> = {
  expected: 'an absolute http:// or https:// address without user name, query and fragment',
  read: text => {
    const url = URL.canParse(text) ? new URL(text) : undefined
    const isPlain =
      url !== undefined && /^https?:$/.test(url.protocol) && /^https?:\/\/[^\s/?#@\\]+[^\s?#@\\]*$/i.test(text)
    return isPlain ? text.replace(/(?<!\/)\/+$/, '') : undefined
  },
}

/** An absolute http(s) address, query included. */
export const address: Reader<string> = {
  expected: 'an absolute http:// or https:// address',
  read: text => (/^https?:\/\/[^\s/?#@]+([/?#]|$)/i.test(text) && URL.canParse(text) ? text : undefined),
}

/** Where a server listens; port 0 means any free one. */
export type Listen = { host: string; port: number }

/** HOST:PORT, with an IPv6 address in brackets; port 0 means any free port. */
export const listen: Reader<Listen> = {
  expected: 'HOST:PORT such as 127.0.0.1:4900 or [::1]:4900 (port 0 picks a free port)',
  read: text => {
    const [, v6, name, digits] = /^(?:\[([0-9a-fA-F:.]+)\]|([A-Za-z0-9.-]+)):(\d{1,5})$/.exec(text) ?? []
    const host = v6 ?? name
    const port = Number(digits)
    return host !== undefined && port <= 65_535 ? { host, port } : undefined
  },
}

/** The inverse of `listen`. */
export const hostPort = ({ host, port }: Listen): string => `${host.includes(':') ? `[${host}]` : host}:${port}`

/** One part of a run, counted from 1. */
export type Shard = { index: number; of: number }

/** Reads a shard, such as 2/4. */
export const shard: Reader<Shard> = {
  expected: 'i/n, the i-th of n parts, such as 1/4',
  read: text => {
    const [, index, of] = /^(\d{1,4})\/(\d{1,4})$/.exec(text) ?? []
    const shard = { index: Number(index), of: Number(of) }
    return shard.index >= 1 && shard.index <= shard.of ? shard : undefined
  },
}

/** On or off: the environment variable of an option without a value. */
export const onOff: Reader<boolean> = {
  expected: '1, true, 0 or false',
  read: text => (/^(1|true)$/i.test(text) ? true : /^(0|false)$/i.test(text) ? false : undefined),
}

/** Any text but an empty one. */
export const text = (what: string): Reader<string> => ({
  expected: what,
  read: text => (text.trim() === '' ? undefined : text),
})

/** Texts separated by commas. */
export const list = (what: string): Reader<string[]> => ({
  expected: `${what}, several separated by commas`,
  read: text => {
    const items = text.split(',').map(item => item.trim())
    return items.every(item => item !== '') ? items : undefined
  },
})
