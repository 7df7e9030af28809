import type { DatabaseSync } from 'node:sqlite'
import type { Answer, Client, Sent } from './client.ts'
import type { Peers } from './peers.ts'

/** The parameters of the load of a role. */
export type Surroundings = { peers: Peers; random: () => number; ocid: number }

/** The load on one role: it sends requests, and remembers the responses. */
export type Load = {
  provisioning: object
  /** Makes one random request, and remembers it if it is acknowledged. */
  step: (client: Client) => Promise<void>
  /** Returns the contradictions in the state of a killed process. */
  inspect: (rows: Rows) => string[]
  /** Asks for acknowledged results: all, or the latest and a sample. Returns those that are missing or differ. */
  recall: (client: Client, isAll: boolean) => Promise<string[]>
  /** Returns the txids that the peers were not notified of yet. */
  unnotified: () => string[]
  acknowledged: () => number
}

/** Asks for an acknowledged result; returns the fault of the response. */
export type Claim = (client: Client) => Promise<string | undefined>

/** The number of older acknowledgements to verify after each kill, and how many at a time. */
const sample = { size: 30, lanes: 16 }

/** The acknowledged results, as requests whose responses must show them. */
export type Memory = {
  add: (claim: Claim) => void
  /** Returns whether a response has a status; another status is wrong, since no request here may be refused. */
  expects: (status: number, answer: Answer | undefined) => answer is Answer
  recall: Load['recall']
  count: () => number
}

export const openMemory = (random: () => number): Memory => {
  const older: Claim[] = []
  let latest: Claim[] = []
  let surprises: string[] = []
  const draw = (): Claim[] =>
    Array.from({ length: sample.size }, () => older[Math.floor(random() * older.length)]).filter(
      claim => claim !== undefined,
    )
  const recall = async (client: Client, isAll: boolean): Promise<string[]> => {
    const asked = [...latest, ...(isAll ? older : draw())]
    older.push(...latest)
    latest = []
    const found = surprises
    surprises = []
    const lane = async () => {
      for (let claim = asked.pop(); claim !== undefined; claim = asked.pop()) {
        const wrong = await claim(client)
        if (wrong !== undefined) found.push(wrong)
      }
    }
    await Promise.all(Array.from({ length: sample.lanes }, lane))
    return found
  }
  const expects = (status: number, answer: Answer | undefined): answer is Answer => {
    if (answer !== undefined && answer.status !== status) surprises.push(`${answer.status} ${answer.text}`)
    return answer?.status === status
  }
  return { add: claim => void latest.push(claim), expects, recall, count: () => older.length + latest.length }
}

/** Claims that an accepted request is not accepted again while its timestamp is fresh. */
export const isNotAcceptedAgain = (sent: Sent): Claim => {
  const until = Date.now() + 200_000
  return async client => {
    if (Date.now() > until) return undefined
    const answer = await client.send(sent)
    const isRefused = answer?.status === 401 && answer.text.includes('NONCE_REUSED')
    return isRefused ? undefined : `${sent.path} was accepted again with one nonce: ${answer?.status} ${answer?.text}`
  }
}

/** Reads a table of a role by its name. */
export type Rows = <Value>(name: string) => [key: string, value: Value][]

/** Reads the tables of a file that no process has open. */
export const rowsIn =
  (database: DatabaseSync): Rows =>
  name =>
    rowsOf(database, name)

/** Reads a table of a file that no process has open. */
export const rowsOf = <Value>(database: DatabaseSync, name: string): [key: string, value: Value][] =>
  database
    .prepare(`SELECT key, value FROM "${name}"`)
    .all()
    .map(({ key, value }) => [String(key), JSON.parse(String(value)) as Value])
