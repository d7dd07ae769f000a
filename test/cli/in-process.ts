import {onTestFinished} from 'vitest';
import {shippedEnv, type AtEnd, type Ended, type Given, type Shipped} from '../shipped/shipped.ts';
import {startCli} from './run-cli.ts';
import {tempFolder} from './temp-folder.ts';

type Outcome = Pick<Ended, 'out' | 'err'> & {code: number | null};

/** What a test needs of a program with a home folder, which runs by itself or in the process of the test. */
export type Rcondeck = Pick<Shipped, 'folder' | 'atEnd'> & {
	run: (args: readonly string[], given?: Given) => Promise<Outcome>;
	start: (
		args: readonly string[],
		given?: Given,
	) => {
		says: (text: string) => Promise<unknown>;
		saysOnError: (text: string) => Promise<unknown>;
		kill: (signal: 'SIGINT' | 'SIGKILL') => void;
		ended: Promise<Outcome>;
	};
};

type Options = {
	env?: Record<string, string>;
	atEnd?: AtEnd;
	/** The home folder; default: a new one. */
	folder?: string;
	isTTY?: boolean;
	columns?: number;
};

/** The same program in this process, which is cheaper to start. Its working directory is that of the test. */
export function openInProcess({
	env,
	atEnd = onTestFinished,
	folder = tempFolder(atEnd),
	...terminal
}: Options = {}): Rcondeck {
	const whole = {...shippedEnv(folder), ...env};
	const start: Rcondeck['start'] = (args, given = {}) => {
		const {end, ...running} = startCli(args, {
			...terminal,
			folder,
			env: {...whole, ...given.env},
			stdin: given.stdin ?? '',
		});
		atEnd(async () => {
			end({code: 143});
			await running.ended;
		});
		return {...running, kill: () => end({code: 130})};
	};
	return {folder, atEnd, run: (args, given) => start(args, given).ended, start};
}
