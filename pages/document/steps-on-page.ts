import { plain } from './control-intent.ts'
import type { Control } from './controls.ts'
import type { Element } from './dom.ts'
import type { Step } from './steps.ts'

/**
 * Returns the control that a step names: one with this whole name, else the only one whose name contains it; enabled ones take precedence.
 */
export const findControl = (controls: readonly Control[], step: Step): Control | undefined => {
  const named = findControls(controls, step)
  const enabled = named.filter(({ isDisabled }) => !isDisabled)
  const [first, ...others] = enabled.length > 0 ? enabled : named
  const isWhole = first !== undefined && plain(first.name) === plain(step.name)
  return isWhole || others.length === 0 ? first : undefined
}

/** Returns every control that a step names: those with this whole name, else those whose name contains it. */
export const findControls = (controls: readonly Control[], { kind, name }: Step): Control[] => {
  const wanted = plain(name)
  const sameKind = controls.filter(({ role }) => role === kind)
  const whole = sameKind.filter(control => plain(control.name) === wanted)
  return whole.length > 0 ? whole : sameKind.filter(control => plain(control.name).includes(wanted))
}

/** The effect of steps on one page: choices and text, then perhaps a click. */
export type StepsOnPage = {
  chosen: Element[]
  typed: Map<Element, string>
  /** The button or link of the last step. */
  clicked?: Control
  /** The last control that they choose or type into. */
  last?: Control
  /** Number of steps taken. */
  used: number
}

/** Takes the steps whose controls are on a page, in order, up to the first click. */
export const stepsOnPage = (controls: readonly Control[], steps: readonly Step[]): StepsOnPage => {
  const taken: StepsOnPage = { chosen: [], typed: new Map(), used: 0 }
  for (const step of steps) {
    const control = findControl(controls, step)
    if (control === undefined) return taken
    taken.used += 1
    if (control.role === 'button' || control.role === 'link') return { ...taken, clicked: control }
    taken.last = control
    if (step.value === undefined) taken.chosen.push(control.element)
    else taken.typed.set(control.element, step.value)
  }
  return taken
}
