import {seeded} from '../../helpers/nasty-wire.ts';
import {randomInput, simpler} from './mutate.ts';
import type {Input, Opened, Target} from './target.ts';

export type Failure = {target: string; seed: number; problem: string; input: readonly string[]};

/** CPU time that an input may take: so much at least, and so much for each KiB. */
const [baseMs, perKibMs] = [100, 10];
const shrinkMs = 5000;

const limitMs = (input: Input) =>
	baseMs + (perKibMs * input.reduce((sum, chunk) => sum + chunk.length, 0)) / 1024;

/** Errors that nobody handled, which would end the real process. */
const strays: unknown[] = [];
let isWatching = false;

/** From now on, errors that nobody handles count as failures of the input that is fed. */
function watchStrays(): void {
	if (isWatching) return;
	isWatching = true;
	process.on('unhandledRejection', error => strays.push(error));
	process.on('uncaughtException', error => strays.push(error));
}

const textOfError = (error: unknown) =>
	error instanceof Error ? (error.stack ?? error.message).split('\n').slice(0, 4).join(' ') : String(error);

/** Feeds one input alone. Returns which promise the codec broke, if any. */
export async function problemOf({feed}: Opened, input: Input): Promise<string | undefined> {
	watchStrays();
	strays.length = 0;
	let best = Infinity;
	// Whatever else runs at the same time costs CPU time as well: the best of three counts.
	for (let time = 0; time < 3; time++) {
		const before = process.cpuUsage();
		try {
			await feed(input);
		} catch (error) {
			return textOfError(error);
		}
		const {user, system} = process.cpuUsage(before);
		best = Math.min(best, (user + system) / 1000);
		if (best <= limitMs(input)) break;
	}
	await new Promise(resolve => setImmediate(resolve));
	if (strays.length > 0) return `not handled: ${textOfError(strays.splice(0)[0])}`;
	return best > limitMs(input) ? `takes ${Math.round(best)} ms` : undefined;
}

/** Feeds inputs at the same time. Returns false if any of them, or all together, broke a promise. */
async function areFine({feed}: Opened, inputs: readonly Input[]): Promise<boolean> {
	watchStrays();
	strays.length = 0;
	const before = process.cpuUsage();
	const results = await Promise.allSettled(inputs.map(async input => feed(input)));
	const {user, system} = process.cpuUsage(before);
	const limit = inputs.reduce((sum, input) => sum + limitMs(input), 0);
	return (
		strays.length === 0 &&
		results.every(({status}) => status === 'fulfilled') &&
		(user + system) / 1000 <= limit
	);
}

/** Shortens an input that breaks a promise as long as it still breaks one. */
async function shrink(opened: Opened, input: Input): Promise<Input> {
	const endsAt = performance.now() + shrinkMs;
	let smallest = input;
	for (let isSmaller = true; isSmaller;) {
		isSmaller = false;
		for (const candidate of simpler(smallest)) {
			if (performance.now() > endsAt) return smallest;
			if ((await problemOf(opened, candidate)) === undefined) continue;
			smallest = candidate;
			isSmaller = true;
			break;
		}
	}
	return smallest;
}

type Options = {
	seed: number;
	/** Asked before each turn. */
	goesOn: (tried: number) => boolean;
	/** Called before inputs are fed, for what watches over a feed that never returns. */
	onTurn?: (seed: number, inputs: readonly Input[]) => void;
	maxFailures?: number;
};

export type Trial = {tried: number; bytes: number; cpuMs: number; failures: Failure[]};

/** Feeds random inputs to a target. Every turn has a seed of its own, so that a failure can be repeated alone. */
export async function fuzz(target: Target, options: Options): Promise<Trial> {
	const {goesOn, onTurn, maxFailures = 3} = options;
	const opened = await target.open();
	const trial: Trial = {tried: 0, bytes: 0, cpuMs: 0, failures: []};
	const before = process.cpuUsage();
	try {
		for (let seed = options.seed; goesOn(trial.tried) && trial.failures.length < maxFailures; seed++) {
			const random = seeded(seed);
			const inputs = Array.from({length: opened.atOnce ?? 1}, () => randomInput(random, opened));
			onTurn?.(seed, inputs);
			trial.tried += inputs.length;
			for (const input of inputs) for (const {length} of input) trial.bytes += length;
			if (await areFine(opened, inputs)) continue;
			for (const input of inputs) {
				const problem = await problemOf(opened, input);
				if (problem !== undefined)
					trial.failures.push(await failureOf(target, opened, {seed, problem, input}));
			}
		}
	} finally {
		await opened.close?.();
	}
	const {user, system} = process.cpuUsage(before);
	trial.cpuMs = (user + system) / 1000;
	return trial;
}

async function failureOf(
	{name}: Target,
	opened: Opened,
	{seed, problem, input}: {seed: number; problem: string; input: Input},
): Promise<Failure> {
	const shortest = await shrink(opened, input);
	const again = await problemOf(opened, shortest);
	return {target: name, seed, problem: again ?? `only once: ${problem}`, input: encodeInput(shortest)};
}

/** An input as it is printed and kept in `regressions.ts`: chunks in base64. */
export const encodeInput = (input: Input): string[] =>
	input.map(chunk => Buffer.from(chunk).toString('base64'));
