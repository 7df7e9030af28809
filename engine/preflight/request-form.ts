import { knownRequestForms, type RequestForm } from '../../protocol/request-form.ts'
import type { Actor, Session } from '../../suites/harness/session.ts'
import type { Stage } from '../../suites/harness/stage.ts'
import { callersOf, received } from './identities.ts'

/** Requests that a search may cost at most; the likelier forms come first. */
const mostProbes = 120

/** A form under which the target takes signed requests, by its name. */
export type SpokenForm = { name: string; form: RequestForm }

/**
 * The canonical request that the target verifies, where that is not the one of the profile: every known form is tried with a
 * harmless request until one passes. Undefined where the profile's passes, where not all callers are refused for their signature,
 * and where no form passes. Heading: Authentication (which bytes make up the canonical request is not shown).
 */
export const spokenForm = async (
  stageOf: (session: Session) => Stage,
  session: Session,
): Promise<SpokenForm | undefined> => {
  const [first, second] = callersOf(session)
  const stage = stageOf(session)
  if (!first || !second || !(await isRefused(stage, first)) || !(await isRefused(stage, second))) return undefined
  // One request tells, where the first of the harmless ones reaches the layer at all.
  const most = (await isRefused(stage, first, 1)) ? 1 : undefined
  for (const [name, form] of Object.entries(knownRequestForms).slice(1, mostProbes)) {
    const speaking = stageOf({ ...session, profile: { ...session.profile, canonicalRequest: form } })
    if (!(await isRefused(speaking, first, most)) && !(await isRefused(speaking, second, most))) return { name, form }
  }
  return undefined
}

/** Whether an actor is refused for its signature. */
const isRefused = async (stage: Stage, actor: Actor, most?: number): Promise<boolean> =>
  (await received(stage, actor, most)).code === 'INVALID_SIGNATURE'
