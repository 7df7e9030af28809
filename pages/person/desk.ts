import type { RecordedRequest } from '../../harness/counterpart.ts'

/** A task for a person on a page of the target. */
export type PersonTask = {
  /** A short title. */
  title: string
  /** What to do, in full sentences. */
  todo: string
  /** The address to open: http or https, and certain to belong to the target. */
  link: string
  /** The addresses to one of which the task leads; only the person's browser opens them. */
  ends: readonly string[]
}

/** The result of a task: the address where it ended, or why the person could not do it. `seen`: the request to that address. */
export type PersonAnswer = { endedAt: string; seen?: RecordedRequest } | { cannot: string }

/** The queue of tasks for people, shared by all checks. */
export type PersonDesk = {
  /** Waits until a task is done. Blocks the check if nobody is available in time. */
  ask(task: PersonTask, signal: AbortSignal | undefined): Promise<PersonAnswer>
}

/** Returns whether an address is one of the ends, perhaps with further query parameters. */
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
