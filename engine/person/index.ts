import type { RequestJournal } from '../../harness/counterpart.ts'
import { blocked } from '../../harness/outcome.ts'
import type { PageDriver } from '../../harness/pages/driver.ts'
import { personDriver } from '../../harness/pages/person.ts'
import type { RunSettings } from '../settings/settings.ts'
import { createDesk } from './desk.ts'
import { servePerson } from './server.ts'

/** The driver that hands over to a person, the address of the page for that person, and its end. */
export type Person = { driver: PageDriver; url?: string; close(): Promise<void> }

/** Opens the page for a person on loopback, if somebody is there; otherwise every task blocks its check. */
export const openPerson = async (
  { isPersonThere, patience, target }: Pick<RunSettings, 'isPersonThere' | 'patience' | 'target'>,
  counterpart: { baseUrl: string; journal: RequestJournal } | undefined,
): Promise<Person> => {
  if (!isPersonThere)
    return { driver: personDriver({ ask: async () => blocked(nobodyThere) }), close: async () => undefined }
  const desk = createDesk({ counterpart, patienceMs: patience.personMs })
  const { url, close } = await servePerson(desk, target?.baseUrl ?? 'the bundled reference')
  return {
    driver: personDriver(desk),
    url,
    close: async () => {
      desk.close()
      await close()
    },
  }
}

const nobodyThere =
  'a person has to use the page, and nobody is there; start the run in a terminal without --no-person, or with --person'
