import { expect, test } from 'vitest'
import { forgetVariables } from './forget-variables.ts'

test('what is meant for the tests of another project is removed, and nothing else', () => {
  const kept = { PATH: '/bin', NODE_ENV: 'production', CI: '1', MY_VITE_KEY: 'x', VITESSE: '1' }
  const env = { ...kept, VITEST: '1', VITEST_MAX_WORKERS: '0', VITE_NAME: 'x', NAPI_RS_FORCE_WASI: 'error' }
  forgetVariables(env)
  expect(env).toEqual(kept)
})
