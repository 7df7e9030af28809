import type { RecordedRequest } from '../../harness/counterpart.ts'

/** Something that a person has to do on a page of the target. */
export type PersonTask = {
  /** What it is, in a few words. */
  title: string
  /** What to do, in whole sentences. */
  todo: string
  /** The address to open: http or https, and known to belong to the target. */
  link: string
  /** The addresses to one of which it leads, which nobody but the browser of the person opens. */
  ends: readonly string[]
}

/** The result of a task: the address where it ended, or why the person could not do it. `seen`: the request that shows it. */
export type PersonAnswer = { endedAt: string; seen?: RecordedRequest } | { cannot: string }

/** Where tasks wait for a person, together with those of the other checks. */
export type PersonDesk = {
  /** Waits until a task is done. Blocks the check if nobody is there, or if nobody comes in time. */
  ask(task: PersonTask, signal: AbortSignal | undefined): Promise<PersonAnswer>
}

/** Returns whether an address is one of the ends: the same place, with its query and perhaps more of it. */
export const isEnd = (address: string, ends: readonly string[]): boolean => {
  const url = URL.parse(address)
  return (
    url !== null &&
    ends.some(end => {
      const { origin, pathname, searchParams } = new URL(end)
      return (
        url.origin === origin &&
        url.pathname === pathname &&
        [...searchParams].every(([name, value]) => url.searchParams.getAll(name).includes(value))
      )
    })
  )
}
