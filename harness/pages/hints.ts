import { plain } from './control-intent.ts'
import type { Control } from './controls.ts'

/** One step of a hint in the config, such as `button:Pay now`. */
export type HintStep = { role: string; name: string }

/** Returns the steps of a hint. */
export const hintSteps = (hint: string | readonly string[] | undefined): HintStep[] =>
  (hint === undefined ? [] : [hint].flat()).map(step => {
    const [role = '', ...name] = step.split(':')
    return { role: role.trim().toLowerCase(), name: name.join(':') }
  })

/** Returns the control that a step names: by its whole name, else the only one whose name contains it. */
export const findControl = (controls: readonly Control[], { role, name }: HintStep): Control | undefined => {
  const wanted = plain(name)
  const sameRole = controls.filter(control => control.role === role)
  const exact = sameRole.find(control => plain(control.name) === wanted)
  const partial = sameRole.filter(control => plain(control.name).includes(wanted))
  return exact ?? (partial.length === 1 ? partial[0] : undefined)
}

/** Returns every control that a step names: by its whole name, else by a part of it. */
export const findControls = (controls: readonly Control[], { role, name }: HintStep): Control[] => {
  const wanted = plain(name)
  const sameRole = controls.filter(control => control.role === role)
  const exact = sameRole.filter(control => plain(control.name) === wanted)
  return exact.length > 0 ? exact : sameRole.filter(control => plain(control.name).includes(wanted))
}
