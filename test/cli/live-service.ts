import {onTestFinished} from 'vitest';
import {startCli} from './run-cli.ts';

/** A sandbox that listens for one test: the environment with which several commands reach the same one. */
export async function liveSandbox(): Promise<Record<string, string>> {
	const sandbox = startCli(['serve', '--demo', '--port', '0']);
	const announced = await sandbox.says('Ctrl-C ends it.');
	onTestFinished(async () => {
		sandbox.end({code: 143});
		await sandbox.ended;
	});
	return Object.fromEntries(
		[...announced.matchAll(/export (\w+)=(\S+)/g)].map(([, name, value]) => [name ?? '', value ?? '']),
	);
}
