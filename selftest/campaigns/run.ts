import { runScript } from './script.ts'

const campaigns: Readonly<Record<string, () => Promise<void>>> = {
  field: async () => runScript((await import('./field/campaign.ts')).field),
  seeds: async () => runScript((await import('./seeds/campaign.ts')).seeds),
  pages: async () => runScript((await import('./pages/campaign.ts')).pages),
  crash: async () => void (await import('../crash/run.ts')),
}

/** Runs a campaign: `node selftest/campaigns/run.ts NAME [options]`, or `npm run NAME -- [options]`. */
const [name = ''] = process.argv.splice(2, 1)
const campaign = Object.hasOwn(campaigns, name) ? campaigns[name] : undefined
if (campaign === undefined) {
  console.error(`${name}: no such campaign. Give one of ${Object.keys(campaigns).join(', ')}.`)
  process.exitCode = 2
}
await campaign?.()
