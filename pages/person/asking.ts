import { WebOrigins } from '../../harness/http/web-address.ts'
import { blocked } from '../../harness/outcome.ts'
import type { PageSender } from '../../harness/pages.ts'
import { originObstacle } from '../visit/obstacles.ts'
import type { PersonAnswer, PersonDesk, PersonTask } from './desk.ts'

/** The check that asks a person, and the addresses whose origins belong to the target. */
export type Asking = {
  desk: PersonDesk
  sender: PageSender
  known: readonly string[]
  setting: 'checkout' | 'consent'
}

/** Returns whether a person can use the pages of a check: not for a series of steps, nor for simultaneous actions. */
export const asksForPerson = ({ check, program }: PageSender): boolean =>
  program !== true && check?.kind !== 'model' && check?.kind !== 'race'

/**
 * Asks a person to do something, without using up the check's time. Blocks the check if the link does not belong to the target, so that
 * nobody is sent elsewhere.
 */
export const askPerson = ({ desk, sender, known, setting }: Asking, task: PersonTask): Promise<PersonAnswer> => {
  const { idle = work => work, asked, signal } = sender
  const url = URL.parse(task.link)
  const isKnown = url !== null && new WebOrigins(known).has(url)
  if (!isKnown) blocked(url === null ? 'the address of the page is invalid' : originObstacle(url.href, setting))
  asked?.()
  return idle(desk.ask(task, signal))
}
