import type { Submission } from '../../harness/submission.ts'
import { buttonsOf, type Control, click, controlsOf, textFieldsOf } from '../document/controls.ts'
import type { Element } from '../document/dom.ts'
import type { Document } from '../document/forms.ts'
import { isLive } from '../document/live-document.ts'
import type { Step } from '../document/steps.ts'
import { stepsOnPage } from '../document/steps-on-page.ts'

/** A planned click on a page. */
export type PlannedClick = {
  submission: Submission
  /** The pressed control. */
  control: Control
  /** The same for the same click on later copies of its page, so that no click is made twice. */
  mark: string
  /** Number of configured steps that the click uses up. */
  usedSteps: number
}

/** How a page is filled in before a click. */
export type Filling = {
  chosen?: readonly Element[]
  cleared?: readonly Element[]
  typed?: ReadonlyMap<Element, string>
  usedSteps?: number
  /** Additional parts of the mark. */
  marks?: readonly unknown[]
}

/** Plans a click; `undefined` if it sends nothing over HTTP. */
export const planClick = (document: Document, control: Control, filling: Filling = {}): PlannedClick | undefined => {
  const { chosen = [], cleared, typed, usedSteps = 0, marks = [] } = filling
  const submission = click(document, { element: control.element, chosen, cleared, typed })
  if (submission === undefined || !/^https?:/.test(submission.url)) return undefined
  return { submission, control, usedSteps, mark: markOf(document, submission, [control.name, ...marks]) }
}

/** Returns the mark of a click: method, path, names of the fields, names of a live page's text fields, and `marks`. */
const markOf = (document: Document, { method, url, fields }: Submission, marks: readonly unknown[]): string => {
  const shown = isLive(document.$) ? textFieldsOf(document).map(({ name }) => name) : []
  const names = [...new Set(fields.map(([name]) => name))].sort()
  return JSON.stringify([method, new URL(url).pathname, names, shown, ...marks])
}

/** Returns the configured steps that no click has used yet. */
export const stepsLeft = (steps: readonly Step[], clicks: readonly PlannedClick[]): readonly Step[] =>
  steps.slice(clicks.reduce((count, { usedSteps }) => count + usedSteps, 0))

/** The effect of the configured steps on a page. */
export type Hinted = {
  /** The control to press; absent if neither the steps nor the page determine it. */
  control?: Control | undefined
  chosen: readonly Element[]
  typed: ReadonlyMap<Element, string>
  usedSteps: number
  /** The first step without a control on the page. */
  missing: Step | undefined
  /** The steps name the control to press, or a browser looks for it again once the fields are filled in. */
  isNamed: boolean
}

/**
 * Returns the effect of the configured steps on a page, as far as it has their controls. The button is the one that the steps name, or else
 * `buttonFor` of the last control that they use.
 */
export const hintedOn = (
  document: Document,
  steps: readonly Step[],
  buttonFor: (last: Control) => Control | undefined,
): Hinted => {
  const disabled = buttonsOf(document).filter(({ isDisabled }) => isDisabled)
  const controls = [...controlsOf(document), ...disabled, ...textFieldsOf(document)]
  const { chosen, typed, clicked, last, used } = stepsOnPage(controls, steps)
  const missing = steps[used]
  // A script may show the next control once its fields are filled in: a browser fills them in and looks again.
  const filled = missing !== undefined && isLive(document.$) ? last : undefined
  const named = clicked ?? filled
  const control = named ?? (last && buttonFor(last))
  return { control, chosen, typed, usedSteps: used, missing, isNamed: named !== undefined }
}

/** Sorts enabled controls before disabled ones. */
export const enabledFirst = (controls: readonly Control[]): Control[] =>
  controls.toSorted((a, b) => Number(a.isDisabled ?? false) - Number(b.isDisabled ?? false))

/** Returns the controls with a rank above 0, best first. */
export const rankedBy = (
  controls: readonly Control[],
  rankOf: (control: Control) => number,
): { control: Control; rank: number }[] =>
  controls
    .map(control => ({ control, rank: rankOf(control) }))
    .filter(({ rank }) => rank > 0)
    .sort((a, b) => b.rank - a.rank)
