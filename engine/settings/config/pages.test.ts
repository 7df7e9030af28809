import { expect, test } from 'vitest'
import { secretsOf } from '../keys/secrets.ts'
import { config, file, load, refusal, target } from './config.test.support.ts'

const pages = (login: string | string[]) => ({ target, pages: { consent: { login } } })

test('a step keeps its reference, and its value is a secret of the run', async () => {
  await file('pw.txt', 'from a file\n')
  await config(pages(['text:User=env:USER_NAME', 'text:Password=file:pw.txt', 'text:Shop=plain', 'button:Go']))
  const { settings } = await load({ env: { USER_NAME: 'from the environment' } })
  expect(settings.pageSecrets).toEqual({ 'env:USER_NAME': 'from the environment', 'file:pw.txt': 'from a file' })
  expect(JSON.stringify(settings.pages)).not.toContain('from a')
  expect(secretsOf(settings)).toEqual(expect.arrayContaining(['from a file', 'from the environment']))
})

test.each([
  ['a variable that is not set', pages('text:Password=env:NOT_THERE'), /pages\.consent\.login: .*NOT_THERE is not set/],
  ['a member of every object', pages('text:Password=env:toString'), /pages\.consent\.login: .*toString is not set/],
  ['a missing file', pages('text:Password=file:absent'), /pages\.consent\.login: the file .*does not exist/],
  [
    'a kind of step that does not exist',
    pages('press:Go'),
    /button:NAME, link:NAME, radio:NAME, checkbox:NAME, option:NAME or text:LABEL=VALUE/,
  ],
])('%s is refused', async (_what, content, message) => {
  await config(content)
  expect((await refusal()).message).toMatch(message)
})
