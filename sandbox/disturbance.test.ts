import { fastify } from 'fastify'
import { describe, expect, test } from 'vitest'
import { disturb } from './disturbance.ts'

const disturbed = (disturbance: Parameters<typeof disturb>[1], draws: number[] = []) => {
  const server = fastify()
  const waited: number[] = []
  const wait = async (ms: number) => void waited.push(ms)
  disturb(server, disturbance, { random: () => draws.shift() ?? 0, wait })
  server.get('/', async () => 'fine')
  return { server, waited }
}

const statuses = async ({ server }: ReturnType<typeof disturbed>, count: number): Promise<number[]> =>
  Promise.all(Array.from({ length: count }, async () => (await server.inject('/')).statusCode))

describe('a disturbed server', () => {
  test('fails the requests whose draw is below the share', async () => {
    expect(await statuses(disturbed({ fail: 0.5 }, [0.49, 0.5, 0.9, 0]), 4)).toEqual([503, 200, 200, 503])
  })

  test('waits before each answer', async () => {
    const slow = disturbed({ slowMs: 20 })
    expect([await statuses(slow, 2), slow.waited]).toEqual([
      [200, 200],
      [20, 20],
    ])
  })

  test('is unchanged without a disturbance', async () => {
    expect(await statuses(disturbed({}), 2)).toEqual([200, 200])
  })
})
