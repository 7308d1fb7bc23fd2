ALTER TABLE `members` ADD `allow_search_engines` integer DEFAULT false NOT NULL;--> statement-breakpoint
CREATE INDEX `images_by_thumb` ON `images` (`thumb`);--> statement-breakpoint
CREATE INDEX `images_by_medium` ON `images` (`medium`);--> statement-breakpoint
CREATE INDEX `images_by_large` ON `images` (`large`);--> statement-breakpoint
UPDATE `members` SET `activity_bucket` = `activity_bucket` / 96 * 96 WHERE `hide_presence` AND `activity_bucket` % 96 <> 0;
