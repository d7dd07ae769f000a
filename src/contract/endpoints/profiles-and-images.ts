import type {ByName} from '../../lib/json/maps.ts';
import * as z from 'zod';
import {endpoint} from '../endpoint.ts';
import {idField} from '../fields.ts';
import {VersionInfo} from '../models/version-info.ts';
import {isFields} from '../wire-values.ts';

type Sections = ByName<Record<string, unknown>>;

/** Settings of an INI file. Any name is valid; `z.record` would drop one called `__proto__`. */
const Sections = z.custom<Sections>(
	value => isFields(value) && Object.values(value).every(isFields),
	'expected sections',
);

const openRecord = z.looseObject({});

/** (Specification: Endpoints, Other: profiles, images, version) */
export const profilesAndImages = {
	version: endpoint({
		method: 'GET',
		path: '/info/version',
		response: VersionInfo,
		plainText: true,
		withoutTeam: true,
	}),
	getImage: endpoint({method: 'GET', path: '/images/{imageId}', response: 'bytes', withoutTeam: true}),
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
		openBody: z.strictObject({content: z.string()}),
		response: Sections,
		log: 'none',
		permission: 'ACCESS_PROFILES',
		extension: true,
	}),
	generateIni: endpoint({
		method: 'POST',
		path: '/setting/profile/generate-ini',
		openBody: Sections,
		response: 'text',
		log: 'none',
		permission: 'ACCESS_PROFILES',
		extension: true,
	}),
};
