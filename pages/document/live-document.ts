import type { Submission } from '../../harness/submission.ts'
import type { CheerioAPI, Element } from './dom.ts'

/** What a user does on a page that a browser shows, then presses: by element of its document. */
export type Press = {
  element: Element
  chosen: readonly Element[]
  cleared?: readonly Element[] | undefined
  typed?: ReadonlyMap<Element, string> | undefined
}

/** The attributes that a document of a browser's page has of the harness; those of the page's own are left out. */
export const liveAttributes = {
  /** Names the node to the browser. */
  ref: 'data-harness-ref',
  /** The role of a control, as a kind of step. */
  role: 'data-harness-role',
  /** The role of a button or link that is disabled, and so is not a control yet. */
  off: 'data-harness-off',
  /** Its accessible name. */
  name: 'data-harness-name',
} as const

const liveDocuments = new WeakSet<CheerioAPI>()

/** Notes that a document is what a browser shows after its scripts ran: whatever is on it works. */
export const markLive = ($: CheerioAPI): CheerioAPI => {
  liveDocuments.add($)
  return $
}

/** Tells whether a document was read from a browser, and not from an answer. */
export const isLive = ($: CheerioAPI): boolean => liveDocuments.has($)

const presses = new WeakMap<Submission['fields'], { submission: Submission; press: Press }>()

/** Notes by which press on a live page a submission comes about. */
export const withPress = (submission: Submission, press: Press): Submission => {
  const own = { ...submission, fields: [...submission.fields] }
  presses.set(own.fields, { submission: own, press })
  return own
}

/** Returns the press that makes a submission come about; `undefined` if the submission was changed since. */
export const pressOf = (submission: Submission): Press | undefined => {
  const known = presses.get(submission.fields)
  const isSame =
    known !== undefined &&
    !submission.forged &&
    submission.method === known.submission.method &&
    submission.url === known.submission.url
  return isSame ? known.press : undefined
}
