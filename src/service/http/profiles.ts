import type {ByName} from '../../lib/json/maps.ts';
import * as z from 'zod';
import {isoTime} from '../../lib/time/ago.ts';
import {linkMessages} from '../../messages/link.ts';
import type {ProfileRecord} from '../records/records.ts';
import {problemOf} from './read-request.ts';
import {notAccepted, Refusal} from './refusal.ts';

const values = z.record(z.string(), z.unknown());
const sections = z.record(z.string(), values);

/** The fields of an update. Missing fields stay unchanged. (public documentation: SettingProfile) */
const Changes = z.strictObject({
	profileId: z.string().optional(),
	map: z.string().trim().min(1).optional(),
	gameSettings: sections.optional(),
	gameUserSettings: sections.optional(),
	questionMarkParams: values.optional(),
	hyphenParams: values.optional(),
	gmcSettings: values.optional(),
});

export function profileView({lastModified, isLinked: _isLinked, ...profile}: ProfileRecord) {
	return {...profile, lastModified: isoTime(lastModified)};
}

/** Returns the profile with its groups merged key by key, so that a single setting can be sent. Throws `Refusal`. */
export function mergeProfile(profile: ProfileRecord, content: unknown, now: number): ProfileRecord {
	if (profile.isLinked) throw new Refusal('server.operation_not_possible', linkMessages.settingsThere);
	const read = Changes.safeParse(content);
	if (!read.success) throw notAccepted(problemOf(read.error));
	const {map, gameSettings, gameUserSettings, questionMarkParams, hyphenParams, gmcSettings} = read.data;
	return {
		...profile,
		lastModified: now,
		map: map ?? profile.map,
		gameSettings: mergeSections(profile.gameSettings, gameSettings),
		gameUserSettings: mergeSections(profile.gameUserSettings, gameUserSettings),
		questionMarkParams: {...profile.questionMarkParams, ...questionMarkParams},
		hyphenParams: {...profile.hyphenParams, ...hyphenParams},
		gmcSettings: {...profile.gmcSettings, ...gmcSettings},
	};
}

type Sections = ByName<Record<string, unknown>>;

function mergeSections(old: Sections, changes: Sections = {}): Sections {
	const merged = new Map(Object.entries(old));
	for (const [name, section] of Object.entries(changes)) merged.set(name, {...merged.get(name), ...section});
	return Object.fromEntries(merged);
}
