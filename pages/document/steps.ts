/** The kinds of steps in the config, each with an example and its effect. */
export const stepKinds = {
  button: { example: 'button:Pay now', does: 'presses a button' },
  link: { example: 'link:Back to the shop', does: 'follows a link' },
  radio: { example: 'radio:Declined card', does: 'chooses a radio button' },
  checkbox: { example: 'checkbox:I agree', does: 'ticks a checkbox' },
  option: { example: 'option:Visa', does: 'chooses an option of a list' },
  text: { example: 'text:Password=env:TEST_PASSWORD', does: 'types a value into a field' },
} as const

/** The steps that an operator can write for a page. */
export type StepKind = keyof typeof stepKinds

/** One step of the config, such as `button:Pay now`; `value`: what `text` types. */
export type Step = { kind: string; name: string; value?: string }

/** An action in the config: a step, or a list of steps. */
export type Steps = string | readonly string[] | undefined

/** Returns the steps of an action. `secrets`: the values of `env:NAME` and `file:PATH`, by that reference. */
export const stepsOf = (steps: Steps, secrets: Readonly<Record<string, string>> = {}): Step[] =>
  (steps === undefined ? [] : [steps].flat()).map(text => {
    const [kind = '', ...rest] = text.split(':')
    const step = { kind: kind.trim().toLowerCase(), name: rest.join(':') }
    if (step.kind !== 'text') return step
    const [name = '', ...value] = step.name.split('=')
    const reference = value.join('=')
    return { ...step, name, value: secrets[reference] ?? reference }
  })

/** Writes a step for a message, without the value that it types. */
export const describeStep = ({ kind, name }: Step): string => `“${kind}:${name}”`
