CREATE TABLE `known_devices` (
	`member_id` text NOT NULL,
	`device` text NOT NULL,
	`seen_at` integer NOT NULL,
	PRIMARY KEY(`member_id`, `device`),
	FOREIGN KEY (`member_id`) REFERENCES `members`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
ALTER TABLE `notice_settings` ADD `daily_from` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `notice_settings` ADD `weekly_from` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
INSERT INTO `notice_settings` (`member_id`, `matrix`) SELECT `id`, '{"message":{"mail":"never"},"like":{"mail":"never"},"match":{"mail":"never"}}' FROM `members` WHERE `away_mails` = 0
	ON CONFLICT DO UPDATE SET `matrix` = json_patch(`excluded`.`matrix`, `notice_settings`.`matrix`);--> statement-breakpoint
ALTER TABLE `members` DROP COLUMN `away_mails`;