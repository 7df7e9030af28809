import { expect, test } from 'vitest'
import { stepKinds } from '../../pages/document/steps.ts'
import { schema } from '../../schemas/index.ts'
import { violations } from '../../schemas/validate.ts'
import { openTerminal } from '../terminal.test.support.ts'
import { pageParts } from './explain-pages.ts'

const terminal = await openTerminal()

const text = pageParts.map(part => part.text).join('\n')

const isStep = (step: string) => violations('config', { pages: { consent: { submit: step } } }).length === 0

test('the schema accepts exactly the kinds of steps that are explained', () => {
  const { $defs } = schema('config') as { $defs?: { steps: { pattern: string } } }
  const alternatives = /\(\?:\(\?:([a-z|]+)\):|\|([a-z]+):/g
  const inSchema = [...($defs?.steps.pattern ?? '').matchAll(alternatives)].flatMap(([, many = '', one = '']) =>
    `${many}|${one}`.split('|').filter(kind => kind !== ''),
  )
  expect(inSchema.sort()).toEqual(Object.keys(stepKinds).sort())
  for (const [kind, { example }] of Object.entries(stepKinds)) {
    expect(text).toContain(`${kind}: `)
    expect(text).toContain(example)
    expect(isStep(example)).toBe(true)
  }
  expect(isStep('press:Go')).toBe(false)
  expect(isStep('text:Password')).toBe(false)
})

test('explain pages names every action and every way around', async () => {
  const { out } = await terminal.run('explain', 'pages')
  for (const word of [
    'login',
    'pay',
    'fail',
    'cancel',
    'grant',
    'deny',
    'submit',
    'origins',
    'env:',
    'file:',
    'driver',
  ])
    expect(out).toContain(word)
})
