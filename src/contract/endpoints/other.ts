import * as z from 'zod';
import {endpoint} from '../endpoint.ts';
import {idField} from '../fields.ts';
import {readVersionInfo, type VersionInfo} from '../versions.ts';
import {isFields} from '../wire-values.ts';
import {fastRows} from './fast-rows.ts';

const Version = z.custom<VersionInfo>().transform((value: unknown, context): VersionInfo => {
	const read = readVersionInfo(value);
	if (read) return read;
	context.addIssue({code: 'custom', message: 'expected a version'});
	return z.NEVER;
});

type Sections = Record<string, Record<string, unknown>>;

/** Settings of an INI file. Any name is valid; `z.record` would drop one called `__proto__`. */
const Sections = z.custom<Sections>(
	value => isFields(value) && Object.values(value).every(isFields),
	'expected sections',
);

const openRecord = z.looseObject({});

/** (Specification: Endpoints, Other) */
export const other = {
	version: endpoint({...fastRows.version, response: Version}),
	getImage: endpoint({method: 'GET', path: '/images/{imageId}', response: 'bytes'}),
	getSettingProfile: endpoint({
		method: 'GET',
		path: '/setting/profile/{profileId}',
		alternative: '/setting-profile/{profileId}',
		response: openRecord,
		permission: 'ACCESS_PROFILES',
		extension: true,
	}),
	changeSettingProfile: endpoint({
		method: 'POST',
		path: '/setting/profile',
		alternative: '/setting-profile',
		openBody: z.looseObject({profileId: idField}),
		response: 'nothing',
		permission: 'MANAGE_PROFILES',
		extension: true,
	}),
	getGameIni: endpoint({
		method: 'GET',
		path: '/setting/profile/{profileId}/game.ini',
		response: 'text',
		permission: 'ACCESS_PROFILES',
		extension: true,
	}),
	getGameUserSettingsIni: endpoint({
		method: 'GET',
		path: '/setting/profile/{profileId}/gameUserSettings.ini',
		response: 'text',
		permission: 'ACCESS_PROFILES',
		extension: true,
	}),
	parseIni: endpoint({
		method: 'POST',
		path: '/setting/profile/parse-ini',
		openBody: z.looseObject({content: z.string()}),
		response: Sections,
		permission: 'ACCESS_PROFILES',
		extension: true,
	}),
	generateIni: endpoint({
		method: 'POST',
		path: '/setting/profile/generate-ini',
		openBody: Sections,
		response: 'text',
		permission: 'ACCESS_PROFILES',
		extension: true,
	}),
};
