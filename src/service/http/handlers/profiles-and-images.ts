import type {profilesAndImages as rows} from '../../../contract/endpoints/profiles-and-images.ts';
import {pictureFacts} from '../../../contract/pictures.ts';
import {serviceInfoMessages} from '../../../messages/service.ts';
import {requireOwn} from '../../context.ts';
import {validateSettings} from '../field-checks.ts';
import {iniOf, readIni} from '../../../lib/text/ini.ts';
import {mergeProfile, profileView} from '../profiles.ts';
import type {HandlersOf} from './handlers-of.ts';

/** (Specification: Endpoints, Other: profiles, images, version; public documentation: Settings, info, images) */
export const profilesAndImages = {
	version: () => ({
		version: '3.0.0-local',
		description: serviceInfoMessages.description,
		changelog: serviceInfoMessages.changelog,
	}),
	getImage: async (_service, caller, {imageId}, {images}) => {
		// An account without a team has no images.
		const image = requireOwn(await images.get(imageId), caller);
		const bytes = new Uint8Array(Buffer.from(image.base64, 'base64'));
		return {bytes, contentType: pictureFacts(bytes)?.type};
	},
	getSettingProfile: async (_service, caller, {profileId}, {profiles}) =>
		profileView(requireOwn(await profiles.get(profileId), caller)),
	changeSettingProfile: async (service, caller, {content}, {profiles}) => {
		const profile = requireOwn(await profiles.get(content.profileId), caller);
		const merged = mergeProfile(profile, content, service.clock.now());
		await profiles.putInBudget(validateSettings(service, merged));
	},
	getGameIni: async (_service, caller, {profileId}, {profiles}) =>
		iniOf(requireOwn(await profiles.get(profileId), caller).gameSettings),
	getGameUserSettingsIni: async (_service, caller, {profileId}, {profiles}) =>
		iniOf(requireOwn(await profiles.get(profileId), caller).gameUserSettings),
	parseIni: (_service, _caller, {content}) => readIni(content.content),
	generateIni: (_service, _caller, {content}) => iniOf(content),
} satisfies HandlersOf<typeof rows>;
