import {clockText} from '../../lib/ago.ts';
import {alertTextMessages} from '../../messages/alert-delivery.ts';
import type {Alert, AlertSubject} from '../kernel/alert-port.ts';

/** The number of names in one alert. */
const maxNamed = 10;

/** Formats an alert as one line. */
export function alertText({event, profile, subjects, affected}: Alert): string {
	if (event === 'test') return alertTextMessages.test(profile);
	// Causes come first.
	const ranked = [...subjects].sort((one, other) => ranks[one.kind] - ranks[other.kind]);
	const listed = names(ranked.map(subjectText));
	const what =
		affected.length === 0 ? listed : listed + alertTextMessages.affected(affected.length, names(affected));
	return alertTextMessages[event](profile, what);
}

const ranks: Record<AlertSubject['kind'], number> = {service: 0, node: 1, server: 2};

function names(all: readonly string[]): string {
	const more = all.length > maxNamed ? alertTextMessages.more(all.length - maxNamed) : '';
	return all.slice(0, maxNamed).join(', ') + more;
}

function subjectText({kind, name, state = '-', since}: AlertSubject): string {
	const time = clockText(since, false).slice(0, 5);
	return kind === 'service' ? alertTextMessages.service(time) : alertTextMessages[kind](name, state, time);
}
