import type { Submission } from '../../harness/submission.ts'
import type { CheerioAPI, Element } from './dom.ts'

/** A press on a live page, with the user's choices, cleared checkboxes and texts before it. */
export type Press = {
  element: Element
  chosen: readonly Element[]
  cleared?: readonly Element[] | undefined
  typed?: ReadonlyMap<Element, string> | undefined
}

/** Attributes that the harness adds to the document of a live page; attributes of the same name on the page are dropped. */
export const liveAttributes = {
  /** The browser's id of the node. */
  ref: 'data-harness-ref',
  /** The role of a control, as a kind of step. */
  role: 'data-harness-role',
  /** The role of a disabled button or link, which is not usable yet. */
  off: 'data-harness-off',
  /** Its accessible name. */
  name: 'data-harness-name',
} as const

const liveDocuments = new WeakSet<CheerioAPI>()

/** Marks a document as read from a browser after its scripts ran: every control on it works. */
export const markLive = ($: CheerioAPI): CheerioAPI => {
  liveDocuments.add($)
  return $
}

/** Returns whether a document was read from a browser, not from a response. */
export const isLive = ($: CheerioAPI): boolean => liveDocuments.has($)

const presses = new WeakMap<Submission['fields'], { submission: Submission; press: Press }>()

/** Attaches the press on a live page that makes a submission. */
export const withPress = (submission: Submission, press: Press): Submission => {
  const own = { ...submission, fields: [...submission.fields] }
  presses.set(own.fields, { submission: own, press })
  return own
}

/** Returns the press that makes a submission; `undefined` if the submission was changed since. */
export const pressOf = (submission: Submission): Press | undefined => {
  const known = presses.get(submission.fields)
  const isSame =
    known !== undefined &&
    !submission.forged &&
    submission.method === known.submission.method &&
    submission.url === known.submission.url
  return isSame ? known.press : undefined
}
