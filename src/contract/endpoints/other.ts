import * as z from 'zod';
import {endpoint} from '../endpoint.ts';
import {idField} from '../fields.ts';
import {withSource} from '../sources.ts';
import {readVersion} from '../versions.ts';
import {isFields, type Fields} from '../wire-values.ts';

type VersionInfo = Fields & {version: string | undefined};

/** The specification only mentions version information: a record, or the bare version. */
const VersionInfo = z
	.custom<VersionInfo>(value => value !== undefined && value !== null, 'expected a version')
	.transform((value: unknown): VersionInfo => {
		const version = readVersion(value);
		return isFields(value) ? withSource({...value, version}, value) : {version};
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
	version: endpoint({method: 'GET', path: '/info/version', response: VersionInfo, plainText: true}),
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
