import type { CrashResult } from './crash.ts'
import type { FloodResult } from './flood.ts'

/** Where the state was: a file, or PostgreSQL. */
export type Store = 'file' | 'postgres'

const row = (cells: readonly (string | number)[]): string =>
  `| ${cells.map(cell => (typeof cell === 'number' ? cell.toLocaleString('en') : cell)).join(' | ')} |`

const rowOf = ({ role, kills, acknowledged, delivered, wrong }: CrashResult): string =>
  row([role, kills, acknowledged, role === 'gateway' ? delivered : '–', wrong.length])

/** Today, as 2026-11-28. */
export const date = (): string => new Date().toISOString().slice(0, 10)

const head = `# What a sandbox loses when it is killed

\`npm run crash\` starts each role, keeps sixteen requests in flight, and kills the process with SIGKILL after up to half a second, one time
in ten during start-up. The client remembers the acknowledged results. It asks the next process for the latest results and a sample of the
rest, and the last one for everything:

- each transfer, payment, session, order, request and decision is there, as acknowledged, and no request for it is refused
- no request is accepted again with its nonce, and no proof settles or pays a second time
- in the state of a killed process, every balance is the sum of its transactions
- the merchant, which refuses one notification in five, was notified of every proof in the state at least once
`

const stores = ['file', 'postgres'] as const satisfies readonly Store[]

const titles: Readonly<Record<Store, string>> = {
  file: `## One process, with its state in a file (\`--data\`)\n`,
  postgres: `## Two processes, with their state in PostgreSQL (\`--store\`)

Requests go to either at random. One is killed; the other continues, and is asked immediately for the results that both acknowledged.
\`npm run crash -- --store postgres\` starts its own server.\n`,
}

const sectionOf = (store: Store, crashes: readonly CrashResult[], flooded: FloodResult): string => `${titles[store]}
| Role | Kills | Acknowledgements asked for | Proofs delivered | Lost, wrong or accepted twice |
| --- | --: | --: | --: | --: |
${crashes.map(rowOf).join('\n')}

Of ${flooded.replays.toLocaleString('en')} replays of one transfer over 64 connections, half of them after a kill, ${flooded.accepted} were accepted. Of ${flooded.callers} simultaneous debits
from an account that holds enough for two, ${flooded.debits} were accepted. Last run: ${date()}.
`

/** Returns the figure of a run over every role: the number of lost and doubled results, and the total. */
export const figureOf = (crashes: readonly CrashResult[], flooded: FloodResult): string => {
  const sum = (of: (result: CrashResult) => number) => crashes.reduce((all, result) => all + of(result), 0)
  const wrong = sum(({ wrong }) => wrong.length) + flooded.wrong.length + flooded.accepted
  const counts = [sum(({ kills }) => kills), sum(({ acknowledged }) => acknowledged), flooded.replays]
  const [kills, acknowledged, replays] = counts.map(count => count.toLocaleString('en'))
  return `${wrong} lost, wrong or accepted twice: ${kills} kills, ${acknowledged} acknowledgements asked for, ${replays} replays`
}

/** Returns crash.md with the section of one store replaced. */
export const documentOf = (
  before: string,
  store: Store,
  results: { crashes: readonly CrashResult[]; flooded: FloodResult },
): string => {
  const present = before.split(/^(?=## )/m)
  const sections = stores.map(other =>
    other === store
      ? sectionOf(store, results.crashes, results.flooded)
      : (present.find(section => section.startsWith(titles[other].split('\n')[0] ?? '')) ?? ''),
  )
  const texts = sections.map(section => section.trimEnd()).filter(Boolean)
  return `${head}\n${texts.join('\n\n')}\n`
}
