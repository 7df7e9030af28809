/** What Vitest, and what it is made of, read from the environment. */
const theirs = /^(?:npm_config_)?(?:VITEST|VITE|ROLLDOWN|ROLLUP|NAPI_RS|CHOKIDAR)(?:_|$)|^UPDATE_SNAPSHOT$/

/** Removes the variables that change how Vitest runs: they are meant for the tests of the user's own project. To be called before it loads. */
export const forgetVariables = (env: NodeJS.ProcessEnv = process.env): void => {
  for (const name of Object.keys(env)) if (theirs.test(name)) delete env[name]
}
