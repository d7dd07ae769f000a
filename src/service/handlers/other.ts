import type {other as rows} from '../../contract/endpoints/other.ts';
import {pictureFacts} from '../../contract/pictures.ts';
import {serviceInfoMessages} from '../../messages/service-requests.ts';
import {requireOwn} from '../context.ts';
import {validateSettings} from '../field-checks.ts';
import {iniOf, readIni} from '../../lib/ini.ts';
import {mergeProfile, profileView} from '../profiles.ts';
import {Refusal} from '../refusal.ts';
import type {HandlersOf} from './handlers-of.ts';

/** (Specification: Endpoints, Other; public documentation: Settings, info, images) */
export const other = {
	version: () => ({
		version: '3.0.0-local',
		description: serviceInfoMessages.description,
		changelog: serviceInfoMessages.changelog,
	}),
	getImage: (service, _caller, {imageId}) => {
		const image = service.store.images.get(imageId);
		if (!image) throw new Refusal('general.not_found');
		const bytes = new Uint8Array(Buffer.from(image.base64, 'base64'));
		return {bytes, contentType: pictureFacts(bytes)?.type};
	},
	getSettingProfile: (service, caller, {profileId}) =>
		profileView(requireOwn(service.store.profiles.get(profileId), caller)),
	changeSettingProfile: (service, caller, {content}) => {
		const profile = requireOwn(service.store.profiles.get(content.profileId), caller);
		const merged = mergeProfile(profile, content, service.clock.now());
		service.store.profiles.put(validateSettings(service, merged));
	},
	getGameIni: (service, caller, {profileId}) =>
		iniOf(requireOwn(service.store.profiles.get(profileId), caller).gameSettings),
	getGameUserSettingsIni: (service, caller, {profileId}) =>
		iniOf(requireOwn(service.store.profiles.get(profileId), caller).gameUserSettings),
	parseIni: (_plane, _caller, {content}) => readIni(content.content),
	generateIni: (_plane, _caller, {content}) => iniOf(content),
} satisfies HandlersOf<typeof rows>;
