import type { RequestJournal } from '../../harness/counterpart.ts'
import { blocked } from '../../harness/outcome.ts'
import type { PageDriver } from '../../harness/pages.ts'
import { personDriver } from '../../pages/person/driver.ts'
import type { RunSettings } from '../settings/settings.ts'
import { createDesk } from './desk.ts'

/** The driver that hands pages to a person, and how to close it. */
export type Person = { driver: PageDriver; close(): Promise<void> }

/** Called once with the address of the page that lists the tasks of a person, when the first task arrives. */
export type OnPerson = (url: string) => void

/**
 * Hands pages to a person, if one is available; otherwise every task blocks its check. The page that lists the tasks is served on loopback
 * from the first task on.
 */
export const openPerson = (
  { isPersonThere, patience, target }: Pick<RunSettings, 'isPersonThere' | 'patience' | 'target'>,
  counterpart: { baseUrl: string; journal: RequestJournal } | undefined,
  onPerson: OnPerson = () => undefined,
): Person => {
  if (!isPersonThere)
    return { driver: personDriver({ ask: async () => blocked(noPersonThere) }), close: async () => undefined }
  const desk = createDesk({ counterpart, patienceMs: patience.personMs })
  let serving: ReturnType<typeof serve> | undefined
  const serve = async () => {
    const { servePerson } = await import('./server.ts')
    const server = await servePerson(desk, target?.baseUrl ?? 'the bundled reference')
    onPerson(server.url)
    return server
  }
  return {
    driver: personDriver({
      ask: async (task, signal) => {
        serving ??= serve()
        await serving
        return desk.ask(task, signal)
      },
    }),
    close: async () => {
      desk.close()
      await (await serving)?.close()
    },
  }
}

const noPersonThere =
  'a person must use the page, and no one is there; start the run in a terminal without --no-person, or with --person'
