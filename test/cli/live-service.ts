import {onTestFinished} from 'vitest';
import {startCli} from './run-cli.ts';

/**
 * A service that listens during one test: the environment with which several commands connect to the same
 * one.
 */
export async function liveService(): Promise<Record<string, string>> {
	const demo = startCli(['serve', '--demo', '--port', '0']);
	const announced = await demo.says('Press Ctrl-C to stop.');
	onTestFinished(async () => {
		demo.end({code: 143});
		await demo.ended;
	});
	return Object.fromEntries(
		[...announced.matchAll(/export (\w+)=(\S+)/g)].map(([, name, value]) => [name ?? '', value ?? '']),
	);
}
