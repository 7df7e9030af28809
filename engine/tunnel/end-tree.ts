import { spawnSync } from 'node:child_process'

/** How the system ends processes: with a program on Windows, elsewhere with a signal to a process group. */
type System = {
  platform: NodeJS.Platform
  kill(pid: number, signal: 'SIGTERM' | 'SIGKILL'): void
  run(program: string, args: readonly string[]): void
}

const here: System = {
  platform: process.platform,
  kill: (pid, signal) => void process.kill(pid, signal),
  run: (program, args) => void spawnSync(program, args, { stdio: 'ignore', windowsHide: true }),
}

/** Ends a child and all of its descendants: Windows has no process groups, and forcibly ends a tree. */
export const endTree = (child: number | undefined, signal: 'SIGTERM' | 'SIGKILL', system: System = here): void => {
  if (system.platform !== 'win32') system.kill(-process.pid, signal)
  else if (child !== undefined) system.run('taskkill', ['/PID', String(child), '/T', '/F'])
}
