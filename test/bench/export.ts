import {mkdtempSync, readFileSync, rmSync} from 'node:fs';
import {tmpdir} from 'node:os';
import path from 'node:path';
import {openFiles} from '../../src/cli/output-files.ts';
import type {State} from '../../src/app/state.ts';
import {consoleExport} from '../../src/app/export/console-export.ts';
import type {FormatId} from '../../src/app/export/formats.ts';
import {writeExport} from '../../src/app/export/write-export.ts';
import {systemClock, type Clock} from '../../src/lib/clock.ts';
import {startAt} from '../helpers/builders.ts';
import {fakeServices} from '../helpers/fake-services.ts';
import {renderMessage, shellSegments} from '../../src/messages/text.ts';

/** `slices`: CPU time of this thread per slice, ms, so that other processes do not count. */
export type ExportMeasurement = {slices: readonly number[]; totalMs: number; lines: number};

const cpuMs = () => {
	const {user, system} = process.threadCpuUsage();
	return (user + system) / 1000;
};

/** Exports all consoles of a state to a file, as `e` does, and returns how long keys and frames had to wait. */
export async function measureExport(state: State, format: FormatId): Promise<ExportMeasurement> {
	const folder = mkdtempSync(path.join(tmpdir(), 'bench-export-'));
	const files = openFiles({stateDir: folder, folder, secrets: ['a-credential-of-the-bench']});
	const slices: number[] = [];
	let from = 0;
	const clock: Clock = {
		...systemClock,
		after: (ms, task) => {
			slices.push(cpuMs() - from);
			return systemClock.after(ms, () => {
				from = cpuMs();
				task();
			});
		},
	};
	const services = {...fakeServices({state, files}), clock};
	const {settings} = services;
	const serverIds = [...state.console.keys()];
	const wanted = {serverIds, span: {}, range: 'all', format, now: startAt, hide: files.hide};
	from = cpuMs();
	const startedAt = performance.now();
	const problem = await writeExport(services, 'night', consoleExport(state, settings, wanted));
	const totalMs = performance.now() - startedAt;
	if (problem !== undefined) throw new Error(renderMessage(problem, shellSegments));
	const lines = readFileSync(path.join(folder, 'night'), 'utf8').split('\n').length - 1;
	rmSync(folder, {recursive: true});
	return {slices, totalMs, lines};
}
