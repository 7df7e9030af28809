import { describe, expect, test } from 'vitest'
import { secretsOf } from '../keys/secrets.ts'
import { config, load, refusal, target } from './config.test.support.ts'

const clock = { url: 'http://127.0.0.1:4010/clock', token: 'env:CLOCK_TOKEN' }

describe('target.clock', () => {
  test('is an address, and a token from the environment, which is a secret', async () => {
    await config({ target: { ...target, clock } })
    const { settings } = await load({ env: { CLOCK_TOKEN: 'secret \n' } })
    expect(settings.targetClock).toEqual({ url: clock.url, token: 'secret' })
    expect(secretsOf(settings)).toContain('secret')
    await config({ target: { ...target, clock: { url: clock.url } } })
    expect((await load()).settings.targetClock).toEqual({ url: clock.url })
  })

  test('is not that of another target', async () => {
    await config({ target: { ...target, clock } })
    const options = { baseUrl: 'http://127.0.0.1:4011' }
    expect((await load({ env: { CLOCK_TOKEN: 'x' }, options })).settings.targetClock).toBeUndefined()
    expect((await load({ reference: true })).settings.targetClock).toBeUndefined()
  })

  test('needs its variable, and holds no token itself', async () => {
    await config({ target: { ...target, clock } })
    expect(await refusal()).toMatchObject({
      message: 'target.clock.token: the environment variable CLOCK_TOKEN is not set.',
      remedy: 'Set CLOCK_TOKEN to the token for the clock of the target.',
    })
    await config({ target: { ...target, clock: { ...clock, token: 'env:constructor' } } })
    expect((await refusal()).message).toContain('the environment variable constructor is not set')
    await config({ target: { ...target, clock: { ...clock, token: 'a secret' } } })
    expect((await refusal()).message).toContain('/target/clock/token')
  })
})
