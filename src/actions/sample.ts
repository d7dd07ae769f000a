import type {GameServer} from '../contract/models/server.ts';
import {phaseOf, type Phase} from '../contract/states.ts';

/** The length of the period that a sample covers, ms. Periods start at multiples of it. */
export const samplePeriodMs = 5 * 60_000;
/** How long samples are shown beside other facts, and kept for each period, ms. */
export const sampledMs = 12 * 3_600_000;
const hourMs = 3_600_000;
/** How long they are kept by the hour, for the chart of days, ms. */
export const keptSamplesMs = 7 * 24 * hourMs;

/** The time that a chart covers up to the present, and the length of its periods, ms. */
export type ChartSpan = {ms: number; periodMs: number};

export const chartSpans = {
	'12h': {ms: sampledMs, periodMs: samplePeriodMs},
	'7d': {ms: keptSamplesMs, periodMs: hourMs},
} as const satisfies Record<string, ChartSpan>;

/** The time before which samples are kept by the hour only: whole hours that no chart of the last hours reaches. */
export const hourlyBefore = (now: number): number => Math.floor((now - sampledMs) / hourMs) * hourMs;

/** The observations of a server during one period; a period without any is not stored. */
export type Sample = {
	/** The start of the period, epoch ms. */
	at: number;
	/** The phases that it was in, as bits of `phaseBits`. */
	phases: number;
	/** The fewest and the most players while it was up; undefined: unknown. */
	low: number | undefined;
	high: number | undefined;
	/** The most that it used, in percent of one core and in bytes; undefined: unknown. */
	cpuPercent?: number | undefined;
	memoryBytes?: number | undefined;
};

export type ServerSample = Sample & {serverId: string};

export const phaseBits: Readonly<Record<Phase, number>> = {online: 1, offline: 2, changing: 4, unknown: 8};

/** The period of a time, counted from the epoch. */
export const periodOf = (at: number): number => Math.floor(at / samplePeriodMs);

/** Samples a server. A negative number of players, which real services send, counts as 0. */
export function sampleOf({state, onlinePlayers, cpuPercent, memoryBytes}: GameServer, at: number): Sample {
	const phase = phaseOf(state);
	const players = phase === 'online' && onlinePlayers !== undefined ? Math.max(0, onlinePlayers) : undefined;
	const used = {cpuPercent, memoryBytes};
	return {at: periodOf(at) * samplePeriodMs, phases: phaseBits[phase], low: players, high: players, ...used};
}
