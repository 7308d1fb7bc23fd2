ALTER TABLE `spending_limits` ADD `currency` text;--> statement-breakpoint
ALTER TABLE `orders` ADD `exchange_rates` text;--> statement-breakpoint
UPDATE `spending_limits` SET `currency` = coalesce((
  SELECT `prices`.`currency` FROM `members` INNER JOIN `prices` ON `prices`.`country` = coalesce(`members`.`payment_country`, (SELECT `value` ->> '$' FROM `settings` WHERE `key` = 'default_country'), 'NL')
  WHERE `members`.`id` = `spending_limits`.`member_id` LIMIT 1), 'EUR');
