import {wordsOfOption} from '../../../actions/command-line.ts';
import {findNamed} from '../../../actions/find-named.ts';
import {cutShort} from '../../../app/jobs/cut-short.ts';
import {isOpen} from '../../../app/jobs/jobs-state.ts';
import {type Config, loadConfig} from '../../../config/load.ts';
import type {Flags} from '../../../config/profile.ts';
import type {Job} from '../../../contract/models/job.ts';
import {runsStill} from '../../../journal/jobs.ts';
import {type Journal, openJournal} from '../../../journal/journal.ts';
import {printableLine} from '../../../lib/text/text.ts';
import {systemClock} from '../../../lib/time/clock.ts';
import {jobCommandMessages as messages, jobTitle} from '../../../messages/jobs.ts';
import {CommandError, exitCodes} from '../../output/exit-codes.ts';
import type {Io} from '../../output/io.ts';
import {say} from '../../output/output.ts';
import {journalOf, journalPath, type JournalPlace} from '../../start/journal-file.ts';
import {checkService} from '../../start/session.ts';
import {settingsOf} from '../../start/settings.ts';
import {findOne} from './find-one.ts';

/** A job as this machine knows it. `process`: the program that runs it; undefined: none. `service`: a URL, or `local`. */
export type FoundJob = {job: Job; process: string | undefined; service: string};

/** Without a service, the jobs of all are meant. */
export function configOf(io: Io, flags: Flags): Config {
	const config = loadConfig({flags, env: io.env});
	if (config.service !== 'none') checkService(io, config);
	return config;
}

/** Opens the journal, which reports its problems, for a moment. */
export function withJournal<Result>(io: Io, config: Config, work: (journal: Journal) => Result): Result {
	const journal = openJobJournal(io, placeOf(config));
	try {
		return work(journal);
	} finally {
		journal.leave();
	}
}

type Place = {path: string; scope?: JournalPlace['scope']};

const placeOf = (config: Config): Place =>
	config.service === 'none' ? {path: journalPath(config.stateDir)} : journalOf(config);

export const openJobJournal = (io: Io, place: Place): Journal =>
	openJournal({
		...place,
		clock: systemClock,
		onProblem: words => say(io, words),
		source: 'shell',
	});

/** Newest first. A job whose program was killed is cut short. */
export const jobsIn = (journal: Journal): FoundJob[] =>
	journal
		.jobs()
		.map(({job, process, service}) => {
			if (!isOpen(job)) return {job, process: undefined, service};
			return runsStill(process) ? {job, process, service} : {job: cutShort(job), process: undefined, service};
		})
		.toReversed();

export function findJob(all: readonly FoundJob[], word: string): FoundJob {
	// The start of an id is unique enough to type.
	const named = all.map(({job}) => ({id: job.id, names: [jobTitle(job), job.id]}));
	const found = findNamed(named, word);
	const id = 'id' in found ? found.id : findOne('job', named, word, messages.whereJobsAre);
	const one = all.find(({job}) => job.id === id);
	if (one) return one;
	throw new CommandError(messages.notFound(printableLine(word)), exitCodes.notFound);
}

/** The flags that choose the service of a job, unless one is configured. */
function reachOf({service: chosen, settings}: Config, service: string): Pick<Flags, 'profile' | 'url'> {
	if (chosen !== 'none') return {};
	if (service === 'local') return {profile: 'local'};
	const profiles = Object.entries(settings.profiles);
	const [name] = profiles.find(([, {url}]) => url !== undefined && url === service) ?? [];
	return name === undefined ? {url: service} : {profile: name};
}

/** Returns the flags of a command on a job, with its service. */
export const flagsFor = <Some extends Flags>(config: Config, flags: Some, {service}: FoundJob): Some => ({
	...flags,
	...reachOf(config, service),
});

/** The options that choose the service of a job. */
export function wordsFor(config: Config, service: string): readonly string[] {
	if (config.service !== 'none') return settingsOf(config).profile.words;
	const {profile, url} = reachOf(config, service);
	if (profile !== undefined) return wordsOfOption('--profile', profile);
	return url === undefined ? [] : ['--url', url];
}
