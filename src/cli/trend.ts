import {phaseBits, sampleOf, sampledMs} from '../actions/sample.ts';
import {namesOfPhases} from '../app/servers/shown-fleet.ts';
import {withSample, samplesSince, type Trend} from '../app/trends/trend.ts';
import {trendFacts} from '../app/trends/trend-facts.ts';
import {isDemo, type Config} from '../config/load.ts';
import type {GameServer} from '../contract/models/server.ts';
import {renderMessage, shellSegments} from '../messages/text.ts';
import {trendMessages} from '../messages/trends.ts';
import {asciiOnly} from '../tui/theme/ascii.ts';
import type {Fact} from './facts.ts';
import type {Io} from './io.ts';
import {journalOf} from './journal-file.ts';
import {say} from './output.ts';

/**
Reads what the journal has seen of a server over the last hours, and adds the record that was just read; undefined
without a journal. A journal that cannot be read is reported.
*/
export async function readTrend(
	io: Io,
	config: Config,
	server: GameServer,
	now: number,
): Promise<Trend | undefined> {
	// Every demo has a different fleet.
	if (isDemo(config)) return undefined;
	const {path, scope} = journalOf(config);
	const {JournalUnreadable, readSamplesFile} = await import('../journal/reader.ts');
	try {
		const samples = readSamplesFile(path, scope, {serverId: server.id, until: now});
		if (!samples || samples.length === 0) return undefined;
		return [...samples, sampleOf(server, now)].reduce<Trend | undefined>(withSample, undefined);
	} catch (error) {
		if (!(error instanceof JournalUnreadable)) throw error;
		say(io, trendMessages.samplesUnread(error.message));
		return undefined;
	}
}

/** Returns the sparkline and its legend for a list of facts. */
export const trendLines = (trend: Trend | undefined, now: number, ascii: boolean): Fact[] =>
	(trend ? trendFacts(trend, now) : []).map(({text}, index) => {
		const line = renderMessage(text, shellSegments);
		return [index === 0 ? trendMessages.shellLabel(sampledMs) : '', ascii ? asciiOnly(line) : line];
	});

/** Returns the samples for a JSON document. */
export const sampleRecords = (trend: Trend, now: number): object[] =>
	samplesSince(trend, now - sampledMs).map(({at, phases, low, high}) => ({
		at,
		states: Object.entries(namesOfPhases).flatMap(
			([phase, name]) => ((phases & phaseBits[phase as keyof typeof phaseBits]) === 0 ? [] : name), // its own keys
		),
		minPlayers: low ?? null,
		maxPlayers: high ?? null,
	}));
