import { spawn } from 'node:child_process';
import { SettingError } from '../config.ts';
import { getLogMessage } from './log-lines.ts';
import { INVALID_SETTING_EXIT_CODE } from './parent-watch.ts';
import { forEachLine, hasExited, stopChild } from './processes.ts';

/**
 * Runs a script of the product and returns the last line of its stdout. Other lines go to `log`. Throws SettingError
 * with the script's message for exit code 78, and Error for any other failure.
 */
export async function runScript(
  file: string,
  options: { env: NodeJS.ProcessEnv; log: (line: string) => void; signal: AbortSignal },
): Promise<string> {
  const child = spawn(process.execPath, [file], { stdio: ['pipe', 'pipe', 'pipe'], detached: true, env: options.env });
  child.stdin.on('error', () => {});
  const stop = () => void stopChild(child, 2000);
  options.signal.addEventListener('abort', stop, { once: true });
  let output = '';
  let lastLine = '';
  forEachLine(child.stdout, (line) => {
    if (output) options.log(output);
    output = line;
    lastLine = line;
  });
  forEachLine(child.stderr, (line) => {
    lastLine = line;
    options.log(line);
  });
  if (!hasExited(child)) {
    await new Promise<void>((resolve, reject) => {
      child.once('close', () => resolve());
      child.once('error', reject);
    });
  }
  options.signal.removeEventListener('abort', stop);
  options.signal.throwIfAborted();
  if (child.exitCode === 0) return output;
  const message = getLogMessage(lastLine) || 'no reason given';
  if (child.exitCode !== INVALID_SETTING_EXIT_CODE) throw new Error(`${file} failed: ${message}`);
  const [setting = '', ...rest] = message.split(': ');
  throw new SettingError(setting, rest.join(': '));
}
